class Bare;

class Warned<int number>;

class Unused<int number>;
def : Unused<1>;

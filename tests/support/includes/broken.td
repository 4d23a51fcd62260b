def Broken : Nothing;

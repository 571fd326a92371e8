entity and_gate is
  port (a : in bit; b : in bit; y : out bit);
end and_gate;

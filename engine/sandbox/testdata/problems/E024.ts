const make = new Function('return 1')

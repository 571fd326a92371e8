//DFlipFlop
(()=>{var sequential="sequential";var DFlipFlop=circuit("DFlipFlop",(_options={})=>({inputs:{d:bit},outputs:{q:bit,q_bar:bit},state:{value:reg(1)},eval:({value})=>({q:value,q_bar:value^1}),onTick:({d})=>({value:d?1:0}),meta:{description:"Stores one bit.",category:sequential,icon:"D"}}));globalThis.__simten_std={DFlipFlop};})();
//Register
(()=>{var sequential="sequential";var Register=circuit("Register",({width=8}={})=>({inputs:{data:bus(width),we:bit,rst:bit},outputs:{q:bus(width)},state:{value:reg(width)},eval:({value})=>({q:value}),onTick:({data=0,we,rst,value})=>({value:rst?0:we?data:value}),meta:{description:"Stores a word when told to.",category:sequential,icon:"REG"}}));globalThis.__simten_std={Register};})();

//And
(()=>{var gates="logic-gates";var And=circuit("And",{inputs:{a:bit,b:bit},outputs:{out:bit},eval:({a,b})=>({out:a&b}),meta:{description:"1 when both inputs are 1.",category:gates,icon:"&"}});globalThis.__simten_std={And};})();
//Buffer
(()=>{var gates="logic-gates";var Buffer=circuit("Buffer",{inputs:{in:bit},outputs:{out:bit},eval:({in:x})=>({out:x}),meta:{description:"Passes its input on unchanged.",category:gates,icon:"▷"}});globalThis.__simten_std={Buffer};})();
//LogicAnd
(()=>{var gates="logic-gates";var LogicAnd=circuit("LogicAnd",({aWidth=8,bWidth=8}={})=>({inputs:{a:bus(aWidth),b:bus(bWidth)},outputs:{out:bit},eval:({a,b})=>({out:a&&b?1:0}),meta:{description:"1 when both words are not zero.",category:gates,icon:"&&"}}));globalThis.__simten_std={LogicAnd};})();
//LogicNot
(()=>{var gates="logic-gates";var LogicNot=circuit("LogicNot",({width=8}={})=>({inputs:{a:bus(width)},outputs:{out:bit},eval:({a})=>({out:a?0:1}),meta:{description:"1 when the word is zero.",category:gates,icon:"!"}}));globalThis.__simten_std={LogicNot};})();
//LogicOr
(()=>{var gates="logic-gates";var LogicOr=circuit("LogicOr",({aWidth=8,bWidth=8}={})=>({inputs:{a:bus(aWidth),b:bus(bWidth)},outputs:{out:bit},eval:({a,b})=>({out:a||b?1:0}),meta:{description:"1 when at least one word is not zero.",category:gates,icon:"||"}}));globalThis.__simten_std={LogicOr};})();
//Nand
(()=>{var gates="logic-gates";var Nand=circuit("Nand",{inputs:{a:bit,b:bit},outputs:{out:bit},eval:({a,b})=>({out:a&b^1}),meta:{description:"0 when both inputs are 1, else 1.",category:gates,icon:"⊼"}});globalThis.__simten_std={Nand};})();
//Nor
(()=>{var gates="logic-gates";var Nor=circuit("Nor",{inputs:{a:bit,b:bit},outputs:{out:bit},eval:({a,b})=>({out:(a|b)^1}),meta:{description:"1 when both inputs are 0.",category:gates,icon:"⊽"}});globalThis.__simten_std={Nor};})();
//Not
(()=>{var gates="logic-gates";var Not=circuit("Not",{inputs:{in:bit},outputs:{out:bit},eval:({in:x})=>({out:x^1}),meta:{description:"The opposite of its input.",category:gates,icon:"¬"}});globalThis.__simten_std={Not};})();
//Or
(()=>{var gates="logic-gates";var Or=circuit("Or",{inputs:{a:bit,b:bit},outputs:{out:bit},eval:({a,b})=>({out:a|b}),meta:{description:"1 when at least one input is 1.",category:gates,icon:"≥1"}});globalThis.__simten_std={Or};})();
//ReduceAnd
(()=>{var fits32=width=>width<=32;var mask32=width=>width<32?2**width-1:-1;var maxWidth=65536;var exact=width=>BigInt(width>0&&width<=maxWidth?Math.floor(width):0);var maxWide=width=>(1n<<exact(width))-1n;var busOperations="bus-operations";var ReduceAnd=circuit("ReduceAnd",({width=8}={})=>{const mask=mask32(width);const max=maxWide(width);return{inputs:{a:bus(width)},outputs:{out:bit},eval:fits32(width)?({a})=>({out:a===mask?1:0}):({a})=>({out:BigInt(a)===max?1:0}),meta:{description:"1 when all bits of the word are set.",category:busOperations,icon:"&a"}}});globalThis.__simten_std={ReduceAnd};})();
//ReduceOr
(()=>{var busOperations="bus-operations";var ReduceOr=circuit("ReduceOr",({width=8}={})=>({inputs:{a:bus(width)},outputs:{out:bit},eval:({a})=>({out:a?1:0}),meta:{description:"1 when any bit of the word is set.",category:busOperations,icon:"|a"}}));globalThis.__simten_std={ReduceOr};})();
//ReduceXnor
(()=>{var fits32=width=>width<=32;var busOperations="bus-operations";function parity32(x){let p=x^x>>>16;p^=p>>>8;p^=p>>>4;p^=p>>>2;p^=p>>>1;return p&1}function parityWide(x,width){let p=x;for(let distance=1;distance<width;distance*=2)p^=p>>BigInt(distance);return p&1n}var ReduceXnor=circuit("ReduceXnor",({width=8}={})=>({inputs:{a:bus(width)},outputs:{out:bit},eval:fits32(width)?({a})=>({out:parity32(a)^1}):({a})=>({out:parityWide(BigInt(a),width)^1n}),meta:{description:"1 when an even number of bits is set (even parity).",category:busOperations,icon:"~^a"}}));globalThis.__simten_std={ReduceXnor};})();
//ReduceXor
(()=>{var fits32=width=>width<=32;var busOperations="bus-operations";function parity32(x){let p=x^x>>>16;p^=p>>>8;p^=p>>>4;p^=p>>>2;p^=p>>>1;return p&1}function parityWide(x,width){let p=x;for(let distance=1;distance<width;distance*=2)p^=p>>BigInt(distance);return p&1n}var ReduceXor=circuit("ReduceXor",({width=8}={})=>({inputs:{a:bus(width)},outputs:{out:bit},eval:fits32(width)?({a})=>({out:parity32(a)}):({a})=>({out:parityWide(BigInt(a),width)}),meta:{description:"1 when an odd number of bits is set (odd parity).",category:busOperations,icon:"^a"}}));globalThis.__simten_std={ReduceXor};})();
//Xnor
(()=>{var gates="logic-gates";var Xnor=circuit("Xnor",{inputs:{a:bit,b:bit},outputs:{out:bit},eval:({a,b})=>({out:a^b^1}),meta:{description:"1 when the inputs are equal.",category:gates,icon:"⊙"}});globalThis.__simten_std={Xnor};})();
//Xor
(()=>{var gates="logic-gates";var Xor=circuit("Xor",{inputs:{a:bit,b:bit},outputs:{out:bit},eval:({a,b})=>({out:a^b}),meta:{description:"1 when the inputs differ.",category:gates,icon:"⊕"}});globalThis.__simten_std={Xor};})();

//Constant
(()=>{function numeric(value){return typeof value==="number"||typeof value==="bigint"?value:0}var Constant=circuit("Constant",({width=1}={})=>({outputs:{out:width===1?bit:bus(width)},eval:({value=0})=>({out:numeric(value)}),meta:{description:"A number that never changes.",category:"utilities",icon:"K",interactiveArg:"value"}}));globalThis.__simten_std={Constant};})();
//Input
(()=>{var inputOutput="input-output";function numeric(value){return typeof value==="number"||typeof value==="bigint"?value:0}var Input=circuit("Input",({width=8}={})=>({outputs:{out:bus(width)},eval:({value=0})=>({out:numeric(value)}),meta:{description:"A number that the user enters.",category:inputOutput,icon:"🔢",interactiveArg:"value"}}));globalThis.__simten_std={Input};})();
//Led
(()=>{var inputOutput="input-output";var Led=circuit("Led",{inputs:{in:bit},eval:()=>({}),meta:{description:"Shows one bit as a lamp.",category:inputOutput,icon:"💡"}});globalThis.__simten_std={Led};})();
//Output
(()=>{var inputOutput="input-output";var Output=circuit("Output",{inputs:{in:bus(8)},eval:()=>({}),meta:{description:"Shows a byte as a number.",category:inputOutput,icon:"📤"}});globalThis.__simten_std={Output};})();
//Switch
(()=>{var inputOutput="input-output";var Switch=circuit("Switch",{outputs:{out:bit},eval:({value=0})=>({out:value?1:0}),meta:{description:"A switch that the user flips.",category:inputOutput,icon:"⚡",interactiveArg:"value"}});globalThis.__simten_std={Switch};})();

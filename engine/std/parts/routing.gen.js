//Decoder
(()=>{var plexers="plexers";var Decoder=circuit("Decoder",{inputs:{in:bus(2)},outputs:{out0:bit,out1:bit,out2:bit,out3:bit},eval:({in:x})=>({out0:x===0,out1:x===1,out2:x===2,out3:x===3}),meta:{description:"Turns a 2-bit number into one of four lines.",category:plexers,icon:"DEC"}});globalThis.__simten_std={Decoder};})();
//Mux
(()=>{var plexers="plexers";var Mux=circuit("Mux",({width=1}={})=>{const word=width===1?bit:bus(width);return{inputs:{in0:word,in1:word,sel:bit},outputs:{out:word},eval:({in0,in1,sel})=>({out:sel?in1:in0}),meta:{description:"Passes on one of two inputs.",category:plexers,icon:"MUX"}}});globalThis.__simten_std={Mux};})();

//Console
(()=>{var display="display";var Console=circuit("Console",{inputs:{data:bus(8),we:bit},state:{text:""},onTick:({data=0,we,text})=>{if(!we||data===0)return{text};if(data===12)return{text:""};return{text:(text+String.fromCharCode(data)).slice(-4096)}},meta:{description:"Prints characters.",category:display,icon:"📟",synthesizable:false}});globalThis.__simten_std={Console};})();
//HexDisplay
(()=>{var display="display";var HexDisplay=circuit("HexDisplay",({width=8}={})=>({inputs:{in:bus(width)},meta:{description:"Shows a number as hexadecimal digits.",category:display,icon:"0xFF",synthesizable:false}}));globalThis.__simten_std={HexDisplay};})();
//RasterDisplay
(()=>{var display="display";var RasterDisplay=circuit("RasterDisplay",(_options={})=>({inputs:{dataIn:bus(8)},outputs:{addrB:bus(16),scanX:bus(8),scanY:bus(8),hblank:bit,vblank:bit},state:{memory:mem(65536,8)},eval:()=>({addrB:0,scanX:0,scanY:0,hblank:0,vblank:0}),meta:{description:"Shows the contents of a memory as a picture, like a monitor.",category:display,icon:"📺",synthesizable:false}}));globalThis.__simten_std={RasterDisplay};})();
//Screen
(()=>{var display="display";var Screen=circuit("Screen",(_options={})=>({inputs:{dataIn:bus(8)},outputs:{addrB:bus(16)},state:{memory:mem(65536,8)},eval:()=>({addrB:0}),meta:{description:"Shows the contents of a memory as a picture.",category:display,icon:"🖥️",synthesizable:false}}));globalThis.__simten_std={Screen};})();
//SevenSegment
(()=>{var display="display";var SevenSegment=circuit("SevenSegment",{inputs:{in:bus(4)},meta:{description:"Shows one hexadecimal digit.",category:display,icon:"7",synthesizable:false}});globalThis.__simten_std={SevenSegment};})();

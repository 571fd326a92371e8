//Button
(()=>{var Button=circuit("Button",{outputs:{out:bit},eval:({value=0})=>({out:value?1:0}),meta:{description:"A button that the user presses.",category:"input-output",icon:"🔘",interactiveArg:"value"}});globalThis.__simten_std={Button};})();

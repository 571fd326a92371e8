package runtime

// Wrapper takes the place of the runtime where a text needs none of it. A return outside of functions makes esbuild
// wrap the text in a call of this function; such a text is refused afterwards, and does not run.
const Wrapper = "export var __commonJSMin = f => f, __commonJS = __commonJSMin"

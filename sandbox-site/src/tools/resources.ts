/**
 * The modules and files of Yosys, in the place of those that its package would fetch. The page has loaded and compiled
 * them before, and hands them over by message.
 */
export const modules: Record<string, WebAssembly.Module> = {}
export const filesystem: Record<string, unknown> = { share: {} }

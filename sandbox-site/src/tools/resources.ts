/**
 * The modules and files of Yosys and nextpnr, in the place of those that their packages would fetch. The page has
 * loaded and compiled them before, and hands them over by message.
 */
export const modules: Record<string, WebAssembly.Module> = {}
const ice40: Record<string, Uint8Array> = {}
export const filesystem: { share: Record<string, unknown> } = { share: { ice40 } }

/** The files of chips, which nextpnr reads. */
export const chips = ice40

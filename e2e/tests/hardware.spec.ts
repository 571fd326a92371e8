import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { thorough } from '../../invariants/thorough/thorough.ts'
import { violations } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const counter = `export const Count = circuit('Count', {
  inputs: { up: bit },
  outputs: { sum: bus(8) },
  state: { value: reg(8) },
  eval: ({ value }) => ({ sum: value }),
  onTick: ({ value, up }) => ({ value: up ? value + 1 : value }),
})`

test('the circuit is exported as Verilog, with a testbench of the run', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(counter)
  await editor.drawn('Count')
  await editor.switch('up').click()
  for (let i = 0; i < 3; i++) await editor.button(/^Step one cycle$/).click()
  await expect(editor.node('sum')).toHaveAttribute('aria-label', /3/)
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByRole('button', { name: /Export as Verilog/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog).toContainText('The testbench plays your run, 4 steps')
  const text = dialog.locator('pre')
  await expect(text).toContainText('module Count (')
  await expect(text).toContainText('always @(posedge clk)')
  await dialog.getByRole('button', { name: 'Count_tb.hex' }).click()
  await expect(text).toHaveText(/^[0-9a-f\s]+$/)
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('Count_tb.hex')
  await dialog.getByRole('radio', { name: 'SystemVerilog' }).check()
  await dialog.getByRole('button', { name: 'Count.sv' }).click()
  await expect(text).toContainText('always_ff')
  await expect(page.locator('top-bar #share')).not.toContainText('Link copied')
  await looksRight(page, 'export')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('the export tells what has no form in Verilog, with its place', async ({ editor }) => {
  const { page } = editor
  await editor.open()
  await editor.write(`circuit('Says', {
  inputs: { letter: bus(8), write: bit },
  nodes: { say: Console() },
  connect: ({ inputs, nodes: { say } }) => [inputs.letter.to(say.data), inputs.write.to(say.we)],
})`)
  await editor.drawn('Says')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Export the circuit')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await expect(dialog.getByRole('listitem')).toContainText('Console')
  const boxes = dialog.getByRole('checkbox', { name: /black boxes/ })
  await boxes.check()
  await expect(dialog.locator('pre')).toContainText('module Says')
  await boxes.uncheck()
  await dialog.getByRole('button', { name: 'Show say' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('circuit-canvas [data-node$="say"]').first()).toBeVisible()
})

const uart = `module blink #(parameter LIMIT = 3, parameter W = 4) (input clk, input en, output reg led);
  reg [W-1:0] n = 0;
  always @(posedge clk)
    if (en) begin
      n <= n == LIMIT ? 0 : n + 1;
      if (n == LIMIT) led <= ~led;
    end
endmodule
`

/** Looks at a dialog in both themes, wide and narrow. */
async function looksRight(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(300)
    expect(await violations(page), `${width} px`).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`) })
  }
  await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** Yosys takes minutes for it. */
const endless = `module endless (input a, output reg [31:0] b);
  integer i;
  always @* begin
    b = a;
    for (i = 0; i < 10000000; i = i + 1) b = b + i;
  end
endmodule
`

/** Drops files on the page. */
function drop(page: Page, files: Record<string, string>): Promise<void> {
  return page.evaluate((list) => {
    const dataTransfer = new DataTransfer()
    for (const [name, text] of Object.entries(list)) dataTransfer.items.add(new File([text], name))
    document.body.dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }),
    )
  }, files)
}

test('Verilog that is dropped is read by Yosys, and runs', async ({ editor }) => {
  test.setTimeout(180_000)
  const { page } = editor
  await editor.open()
  await drop(page, { 'blink.v': uart })
  const dialog = page.getByRole('dialog', { name: 'Import Verilog' })
  // A module without parameters would be imported at once; this one has two, with their defaults.
  const limit = dialog.getByRole('textbox', { name: 'LIMIT' })
  await expect(limit).toHaveValue('3', { timeout: 90_000 })
  await expect(dialog.getByRole('combobox', { name: 'Top module' })).toHaveValue('blink')
  await expect(page.locator('top-bar #share')).not.toContainText('Link copied')
  await looksRight(page, 'import')
  await limit.fill('1')
  await limit.press('Enter')
  await expect(dialog).toContainText('blink is open', { timeout: 90_000 })
  await page.keyboard.press('Escape')
  await editor.drawn('blink')
  await editor.switch('en').click()
  const led = editor.node('led')
  await expect(led).toHaveAttribute('aria-label', /0/)
  for (let i = 0; i < 2; i++) await editor.button(/^Step one cycle$/).click()
  await expect(led).toHaveAttribute('aria-label', /1/)
  // Undo brings the old text back.
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+z')
  await editor.drawn('HalfAdder')
})

test('Verilog with a mistake is told with its line, and a cancelled import leaves nothing behind', async ({
  editor,
}) => {
  test.setTimeout(180_000)
  const { page } = editor
  await editor.open()
  await drop(page, { 'broken.v': 'module broken (input a, output b);\n  assign b = ;\nendmodule\n' })
  const dialog = page.getByRole('dialog', { name: 'Import Verilog' })
  await expect(dialog.getByRole('listitem')).toContainText('broken.v:2', { timeout: 90_000 })
  await expect(dialog.getByRole('listitem')).toContainText('assign b = ;')
  await page.screenshot({ path: test.info().outputPath('broken.png') })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // Cancel ends Yosys; the next import begins anew.
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Import Verilog')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Verilog' }).fill(endless)
  await dialog.getByRole('button', { name: 'Read' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Yosys reads pasted.v', { timeout: 90_000 })
  await page.screenshot({ path: test.info().outputPath('reading.png') })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Verilog' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await editor.drawn('HalfAdder')
  // Verilog that is pasted into an empty text is imported, too.
  await editor.clear()
  await page.keyboard.insertText('module inverter (input a, output b); assign b = ~a; endmodule')
  await expect(dialog).toContainText('inverter is open', { timeout: 90_000 })
  await page.keyboard.press('Escape')
  await editor.drawn('inverter')
})

/** A design of several files: what they include, a memory's contents, a macro, and a testbench that is no hardware. */
const folder: Record<string, string> = {
  'design/rtl/top.v': `\`include "widths.vh"
\`include "sevens.v"
\`ifndef START
\`error
\`endif
module top (input clk, output [\`WIDTH-1:0] q);
  reg [\`WIDTH-1:0] m [0:3];
  reg [1:0] at = \`START;
  initial $readmemh("rom.hex", m);
  always @(posedge clk) at <= at + 1;
  sevens s (.a(m[at]), .q(q));
endmodule
`,
  'design/rtl/sevens.v': 'module sevens (input [7:0] a, output [7:0] q); assign q = a + 7; endmodule\n',
  'design/include/widths.vh': '`define WIDTH 8\n',
  'design/sim/top_tb.v': 'module top_tb;\n  initial begin : run\n    fork join_none\n  end\nendmodule\n',
  'design/rom.hex': '10 20 30 40\n',
  'design/README.md': 'A design.\n',
}

test('a folder with includes, a memory and a testbench is dropped', async ({ editor }) => {
  test.setTimeout(180_000)
  const { page } = editor
  const root = test.info().outputPath()
  for (const [path, text] of Object.entries(folder)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  await editor.open()
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [join(root, 'design')], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
  const dialog = page.getByRole('dialog', { name: 'Import Verilog' })
  await expect(dialog.getByRole('listitem')).toContainText('top.v:4', { timeout: 90_000 })
  await looksRight(page, 'failed')
  await dialog.getByRole('textbox', { name: 'Macros' }).fill('START=2')
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await dialog.getByRole('button', { name: /^Leave .*top_tb\.v out$/ }).click({ timeout: 90_000 })
  await expect(dialog.getByRole('combobox', { name: 'Top module' })).toHaveValue('top', { timeout: 90_000 })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog).toContainText('top is open', { timeout: 90_000 })
  await page.keyboard.press('Escape')
  await editor.drawn('top')
  await expect(editor.node('q')).toHaveAttribute('aria-label', new RegExp(`${0x37}`))
})

test('a bitstream for a chip is made in the browser', async ({ editor }) => {
  test.skip(!thorough, 'placing takes a minute: make thorough')
  test.setTimeout(420_000)
  const { page } = editor
  await editor.open()
  await editor.write(counter)
  await editor.drawn('Count')
  await page.getByRole('button', { name: /^Share/ }).click()
  await page.getByRole('button', { name: /Export as Verilog/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByRole('radio', { name: 'Chip' }).check()
  await dialog.getByRole('combobox', { name: 'Chip' }).selectOption('hx1k')
  const pins = dialog.getByRole('textbox', { name: /^Pins/ })
  await pins.fill('set_io up 999\n')
  const make = dialog.getByRole('button', { name: 'Make the bitstream' })
  await make.click()
  await expect(dialog.getByRole('alert')).toContainText("pin named '999'", { timeout: 300_000 })
  await pins.fill('set_io up 1\n')
  await make.click()
  await expect(dialog.getByRole('table')).toContainText('logic cells', { timeout: 300_000 })
  await expect(dialog.getByRole('table')).toContainText('MHz')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Download Count_hx1k/ }).click()
  const path = await (await saved).path()
  expect(statSync(path).size).toBe(32_220)
  await looksRight(page, 'chip')
  // The larger chip, with places that nextpnr chooses.
  await dialog.getByRole('combobox', { name: 'Chip' }).selectOption('up5k')
  await pins.fill('')
  await make.click()
  await expect(dialog.getByRole('table')).toContainText(/of\s+5,280/, { timeout: 300_000 })
  const other = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Download Count_up5k/ }).click()
  expect(statSync(await (await other).path()).size).toBe(104_090)
  await page.keyboard.press('Escape')
})

import { RunLog } from '@simten/client/run-log'
import { describe, expect, it } from 'vitest'
import { runText, sharedRun } from './shared-run.ts'

const history = { first: 0, last: 12, undo: false }
const status = { cycle: 9, running: false, cyclesPerSecond: 0, achieved: 0, history } as never

describe('the run of a link', () => {
  it('is written and read back', async () => {
    const log = new RunLog()
    log.set(0, { a: 1, b: '0xff' })
    log.deposit(5, [{ node: 'dut.ram', field: 'cells', cells: 'AQ==' }] as never)
    const text = await runText({ status, log, digest: async (cycle) => `1.${cycle}` })
    expect(sharedRun(text ?? '')).toEqual({
      of: '',
      given: log.list,
      inputs: {},
      last: 12,
      shown: 9,
      running: false,
      speed: 0,
      digest: '1.9',
    })
  })

  it('is none where nothing happened, or nobody knows what did', async () => {
    const digest = async () => '1.0'
    const still = { cycle: 0, running: false, cyclesPerSecond: 0, achieved: 0 } as never
    expect(await runText({ status: still, log: new RunLog(), digest })).toBeUndefined()
    expect(await runText({ status: undefined, log: new RunLog(), digest })).toBeUndefined()
    const lost = new RunLog()
    lost.lose()
    expect(await runText({ status, log: lost, digest })).toBeUndefined()
  })

  it('is shared without a digest where the question fails', async () => {
    const text = await runText({ status, log: new RunLog(), digest: () => Promise.reject(new Error('gone')) })
    expect(sharedRun(text ?? '')).toMatchObject({ last: 12, digest: undefined })
  })

  it.each([
    '',
    'null',
    '[]',
    '{}',
    '{"given":[],"last":-1,"shown":0}',
    '{"given":[],"last":1,"shown":2}',
    '{"given":[{"at":0,"values":{"a":{}}}],"last":1,"shown":1}',
    '{"given":[{"at":0,"values":{},"deposits":[{"node":1}]}],"last":1,"shown":1}',
    '{"given":[],"last":1e15,"shown":1}',
  ])('is not read from %j', (text) => expect(sharedRun(text)).toBeUndefined())
})

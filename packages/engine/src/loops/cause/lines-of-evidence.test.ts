/** What is said with .95 and more rests on more than a shape. */
import { expect, it } from 'vitest'
import type { LoopEvaluation } from '../evaluation.ts'
import { feature } from '../evaluation.ts'
import { restsOnOneLine } from './lines-of-evidence.ts'

it.each<[LoopEvaluation['type'], string[], boolean]>([
  ['database_query_loop', ['per_parent', 'over_usual'], true],
  ['auto_scaling_loop', ['reversals', 'reversing'], true],
  ['auto_scaling_loop', ['reversals', 'not_load'], false],
  ['auto_scaling_loop', ['reversals', 'replaced'], false],
  ['auto_scaling_loop', ['level_turns', 'not_load'], true],
  ['infinite_retry', ['attempts_per_operation', 'lasts'], true],
  ['infinite_retry', ['attempts_per_operation', 'lasts', 'same_things'], false],
  ['infinite_retry', ['attempts_per_operation', 'failing'], true],
  ['infinite_retry', ['attempts_per_operation', 'gap_growth', 'failing'], false],
  ['infinite_retry', ['sent_again', 'failing'], false],
  ['recursive_function', ['gain', 'amplification'], true],
  ['recursive_function', ['depth', 'gain', 'amplification'], false],
  ['recursive_function', ['branching', 'gain', 'amplification'], false],
  ['circular_dependency', ['repeats', 'services'], false],
  ['memory_leak_loop', ['linear', 'steady', 'minutes_left'], true],
  ['memory_leak_loop', ['linear', 'keeps_growing', 'minutes_left', 'near_end'], false],
  ['memory_leak_loop', ['kills'], false],
  ['api_polling_loop', ['unchanged', 'over_usual'], true],
  ['api_polling_loop', ['unchanged', 'rhythm'], false],
  ['webhook_loop', ['cycled_keys'], false],
  ['webhook_loop', ['own_system', 'one_by_one'], true],
  ['circular_dependency', ['same_keys', 'over_usual'], true],
  ['recursive_function', ['machine_steady', 'no_progress'], true],
])('%s by %j: one line %s', (type, names, expected) => {
  expect(restsOnOneLine({ type, features: names.map((name) => feature(name, 1, true, '')) })).toBe(expected)
})

it('counts what was measured only', () => {
  const features = [feature('reversals', 9, true, ''), feature('not_load', Number.NaN, true, '')]
  expect(restsOnOneLine({ type: 'auto_scaling_loop', features })).toBe(true)
})

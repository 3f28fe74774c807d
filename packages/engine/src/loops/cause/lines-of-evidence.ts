/**
 * Whether a confirmed loop rests on one line of evidence: its shape, measured once. A second line comes from elsewhere: what
 * it was asked for, whether its answers or records are the same, what load it had, how it ended.
 */
import type { LoopEvaluation } from '../evaluation.ts'

export function restsOnOneLine({ type, features }: Pick<LoopEvaluation, 'type' | 'features'>): boolean {
  const has = (name: string) => features.some((feature) => feature.name === name && feature.isMeasured)
  const isAmong = (name: string) => features.some((feature) => feature.name === name)
  // As steady as a machine, and no progress: both are counts of one process.
  if (isAmong('machine_steady')) return true
  switch (type) {
    case 'database_query_loop':
      // More than usual, and nothing tells whether more was asked for.
      return true
    case 'auto_scaling_loop':
      // Between two levels, of which it is only known what is asked of it.
      return isAmong('level_turns') || (!has('not_load') && !has('replaced'))
    case 'infinite_retry':
      // A storm of failures, of which nothing tells what they are about; or questions of one length to a model.
      if (isAmong('same_question')) return true
      return isAmong('attempts_per_operation') && !isAmong('gap_growth') && !has('same_things') && !has('not_load')
    case 'recursive_function':
    case 'circular_dependency':
      // Keys that go back and forth; counts of messages alone, which nothing links.
      return has('same_keys') || (has('amplification') && !has('depth') && !has('branching'))
    case 'webhook_loop':
      // A receiver that answers nearly all, of which nothing says what its deliveries are about.
      return isAmong('own_system')
    case 'api_polling_loop':
      // Answers of one size, which may differ.
      return isAmong('unchanged') && !isAmong('rhythm')
    case 'memory_leak_loop':
      // Growth of minutes, whose end is only reckoned.
      return has('steady') && has('minutes_left')
    default:
      return false
  }
}

/** Parses the options of `kept explain`. */
import { type ExplainQuestion, explainQuestionSchema } from '@kept/domain/explanation.ts'
import { parseFilters } from '@kept/domain/filter-text.ts'
import { readBy } from '@kept/domain/one-sentence.ts'

export interface ExplainOptions {
  from?: string
  to?: string
  compare?: string
  previousFrom?: string
  previousTo?: string
  measure?: string
  filter?: string[]
  groupBy?: string
  items?: string
  currency?: string
}

/** Throws bad_input for the first invalid option. */
export function readExplainOptions(options: ExplainOptions): ExplainQuestion {
  const filter = options.filter ?? []
  parseFilters(filter, '--filter')
  const { from, to, compare, measure, items, currency } = options
  return readBy(
    explainQuestionSchema,
    {
      start_date: from,
      end_date: to,
      compare,
      previous_start_date: options.previousFrom,
      previous_end_date: options.previousTo,
      measure,
      filter,
      group_by: options.groupBy,
      items,
      currency,
    },
    'The question',
  )
}

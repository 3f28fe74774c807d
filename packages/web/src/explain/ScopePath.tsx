import type { Filter } from '@kept/domain/cost-query.ts'
import { dimensions } from '@kept/domain/cube.ts'
import type { Explanation } from '@kept/domain/explanation.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { ChevronRight } from 'lucide-react'
import { labelOfKey, nameOfValue } from '../spend/group-key.ts'
import type { WhyQuestion } from './why.ts'

interface ScopePathProps {
  question: WhyQuestion
  answer: Explanation | undefined
  onAsk(question: WhyQuestion): void
}

/** What is explained, and the way back to more of it; the two periods beside it. */
export function ScopePath({ question, answer, onAsk }: ScopePathProps) {
  const { filters } = question
  const link = 'text-fact hover:underline'
  return (
    <nav aria-label="Explained scope" className="flex flex-wrap items-center gap-x-1 gap-y-1 text-small">
      {filters.length === 0 ? (
        <strong>All costs</strong>
      ) : (
        <button type="button" className={link} onClick={() => onAsk({ ...question, filters: [] })}>
          All costs
        </button>
      )}
      {filters.map((filter, index) => (
        <span key={describeFilter(filter)} className="flex min-w-0 items-center gap-x-1">
          <ChevronRight size={13} aria-hidden="true" className="text-faint" />
          {index === filters.length - 1 ? (
            <strong className="max-w-56 truncate">{describeFilter(filter)}</strong>
          ) : (
            <button
              type="button"
              className={`max-w-56 truncate ${link}`}
              onClick={() => onAsk({ ...question, filters: filters.slice(0, index + 1) })}
            >
              {describeFilter(filter)}
            </button>
          )}
        </span>
      ))}
      {answer?.start_date && answer.end_date && answer.previous_start_date && answer.previous_end_date && (
        <span className="ml-auto text-soft">
          {formatWindow(answer.start_date, answer.end_date)} against{' '}
          {formatWindow(answer.previous_start_date, answer.previous_end_date)}
        </span>
      )}
    </nav>
  )
}

/** "Amazon EC2", "Usage only", "not us-east-1". */
function describeFilter({ dimension, op, values }: Filter): string {
  if (dimension === 'charge_category' && op === 'is_not' && values.includes('Tax')) return 'Usage only'
  const names =
    values.length > 2
      ? `${values.length} values of ${labelOfKey(dimension).toLowerCase()}`
      : values.map((value) => nameOfValue(dimension, value)).join(' or ')
  if (op === 'is') return dimension in dimensions ? names : `${labelOfKey(dimension)}: ${names}`
  return op === 'is_not' ? `not ${names}` : `contains ${names}`
}

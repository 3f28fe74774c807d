import type { ReportDescription } from '@kept/contract/routes/reports.ts'
import type { SavedReportAnswer } from '@kept/contract/routes/saved-reports.ts'
import { SearchInput } from '@kept/ui/controls/SearchInput.tsx'
import { cx } from '@kept/ui/cx.ts'
import { Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'

interface ReportListProps {
  saved: readonly SavedReportAnswer[]
  standard: readonly ReportDescription[]
  chosen: string | undefined
  onChoose(change: { saved: string } | { report: string }): void
}

/** Saved reports first, then the standard ones. */
export function ReportList({ saved, standard, chosen, onChoose }: ReportListProps) {
  const [text, setText] = useState('')
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = (...texts: string[]) => terms.every((term) => texts.join(' ').toLowerCase().includes(term))
  const savedMatches = saved.filter(({ definition }) => matches(definition.name, definition.description))
  const standardMatches = standard.filter(({ title, description }) => matches(title, description))
  return (
    <nav aria-label="Reports">
      <SearchInput label="Search reports" value={text} onChange={setText} />
      <div className="mt-2 max-h-56 overflow-y-auto lg:max-h-[calc(100dvh-16rem)]">
        {savedMatches.length > 0 && (
          <>
            <h2 className="px-2 pt-2 pb-1 text-small text-faint">Saved reports</h2>
            <ul>
              {savedMatches.map(({ id, definition, schedule }) => (
                <Item key={id} isChosen={id === chosen} onChoose={() => onChoose({ saved: id })}>
                  {definition.name}
                  {schedule?.enabled && <Clock size={13} aria-label="Scheduled" className="shrink-0 text-faint" />}
                </Item>
              ))}
            </ul>
          </>
        )}
        {standardMatches.length > 0 && (
          <>
            <h2 className="px-2 pt-3 pb-1 text-small text-faint">Standard reports</h2>
            <ul>
              {standardMatches.map(({ id, title }) => (
                <Item key={id} isChosen={id === chosen} onChoose={() => onChoose({ report: id })}>
                  {title}
                </Item>
              ))}
            </ul>
          </>
        )}
      </div>
      {savedMatches.length + standardMatches.length === 0 && (
        <p className="px-2 py-3 text-small text-soft">No reports match.</p>
      )}
    </nav>
  )
}

interface ItemProps {
  isChosen: boolean
  onChoose(): void
  children: ReactNode
}

function Item({ isChosen, onChoose, children }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
        className={cx(
          'flex min-h-8 w-full items-center justify-between gap-2 rounded-base px-2 py-1 text-left text-body hover:bg-hover',
          isChosen ? 'bg-hover font-medium text-ink' : 'text-soft',
        )}
      >
        {children}
      </button>
    </li>
  )
}

import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Kbd } from '@kept/ui/controls/Kbd.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { BulkBar } from './BulkBar.tsx'
import { EmptyInbox } from './EmptyInbox.tsx'
import { InboxTable } from './InboxTable.tsx'
import { InboxToolbar } from './InboxToolbar.tsx'
import { inboxRows } from './inbox-rows.ts'
import { noFilters, type SavingsView } from './recommendations.ts'
import type { InboxDecisions } from './useInboxDecisions.ts'
import { inboxKeys } from './useInboxKeys.ts'

interface InboxProps {
  recommendations: readonly RecommendationWithAlternatives[]
  view: SavingsView
  onChange(part: Partial<SavingsView>): void
  since: string | null
  mayDecide: boolean
  inbox: InboxDecisions
  evaluatedAt: string | null
}

/** The list of one status with its filters, its selection and its keys. */
export function Inbox({ recommendations, view, onChange, since, mayDecide, inbox, evaluatedAt }: InboxProps) {
  if (recommendations.length === 0) return <EmptyInbox status={view.status} evaluatedAt={evaluatedAt} />
  const groups = inboxRows(recommendations, view, view.isNew ? since : null)
  const rows = groups.flatMap((group) => group.rows)
  return (
    <>
      <InboxToolbar recommendations={recommendations} visible={rows} view={view} onChange={onChange} />
      {view.isNew && since && (
        <p className="mb-3 flex flex-wrap items-center gap-2 text-small text-soft">
          Only what is new since {formatMoment(since)}.
          <Button size="small" tone="quiet" onClick={() => onChange({ isNew: false })}>
            Show all
          </Button>
        </p>
      )}
      {rows.length === 0 ? (
        <div className="py-10 text-center text-body text-soft">
          <p>No recommendations match.</p>
          <Button className="mt-3" onClick={() => onChange({ ...noFilters, isNew: false })}>
            Show all recommendations
          </Button>
        </div>
      ) : (
        <InboxTable
          groups={groups}
          view={view}
          onChange={onChange}
          selection={inbox.selection}
          onSelect={inbox.select}
          mayDecide={mayDecide}
          since={since}
        />
      )}
      <footer className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-faint print:hidden">
        {mayDecide && (
          <ul aria-label="Keys" className="flex flex-wrap gap-x-3 gap-y-1 max-md:hidden">
            {inboxKeys.map(([keys, description]) => (
              <li key={description} className="inline-flex items-center gap-1">
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
                {description}
              </li>
            ))}
          </ul>
        )}
        {evaluatedAt && <span className="ml-auto">Evaluated {formatMoment(evaluatedAt)} from all imported bills.</span>}
      </footer>
      {inbox.selected.length > 0 && (
        <BulkBar selected={inbox.selected} onAct={(act) => inbox.ask(act, inbox.selected)} onClear={inbox.clear} />
      )}
    </>
  )
}

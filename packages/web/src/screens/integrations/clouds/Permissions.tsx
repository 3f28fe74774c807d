import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { CopyButton } from './CopyButton.tsx'
import { datasetLabel } from './dataset-label.ts'

type Capability = SyncConnection['capabilities'][number]

interface PermissionsProps {
  connection: SyncConnection
  mayChange: boolean
}

/** What the connection may read. Each line ticks while a check goes on; a missing permission shows what to add. */
export function Permissions({ connection: { id, kind, capabilities, checked_at }, mayChange }: PermissionsProps) {
  const client = useQueryClient()
  const check = useMutation(
    api.sync.check.mutationOptions({ onSettled: () => client.invalidateQueries({ queryKey: api.sync.key() }) }),
  )
  const complete = capabilities.filter(({ state }) => state === 'complete').length
  return (
    <Section
      title="Permissions"
      actions={
        <span className="flex items-center gap-3">
          {capabilities.length > 0 && `${complete} of ${capabilities.length} complete`}
          {checked_at && `, checked ${formatAgo(checked_at, Date.now())}`}
          {mayChange && (
            <Button size="small" isBusy={check.isPending} onClick={() => check.mutate({ id })}>
              Check now
            </Button>
          )}
        </span>
      }
    >
      {capabilities.length === 0 ? (
        <p className="text-body text-soft">Not checked yet. Kept sends one small request for each permission.</p>
      ) : (
        <ul className="divide-y divide-rule" aria-live="polite">
          {capabilities.map((capability) => (
            <Line key={capability.dataset} capability={capability} kind={kind} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Line({
  capability: { dataset, unlocks, state, actions, missing, statement, reason },
  kind,
}: {
  capability: Capability
  kind: SyncConnection['kind']
}) {
  return (
    <li className="py-2.5">
      <div className="flex items-start gap-3">
        {state === 'complete' ? (
          <CircleCheck size={16} aria-label="Complete" className="mt-0.5 shrink-0" />
        ) : (
          <TriangleAlert
            size={16}
            aria-label={missing.length > 0 ? 'Missing a permission' : 'Not reached'}
            className="mt-0.5 shrink-0 text-watch"
          />
        )}
        <p className="min-w-0 flex-1 text-body">
          <span className="font-medium">{datasetLabel(dataset, kind)}</span>{' '}
          <span className="text-soft">{unlocks}</span>
        </p>
        <p className="shrink-0 text-small text-soft">
          {actions.length === 0
            ? 'Needs no permission'
            : `${actions.length - missing.length} of ${counted(actions.length, 'permission')}`}
        </p>
      </div>
      {state === 'missing' && missing.length === 0 && <p className="mt-2 ml-7 text-small">{reason}</p>}
      {missing.length > 0 && (
        <div className="mt-2 ml-7 space-y-2">
          <p className="text-small">
            Missing <code className="font-mono">{missing.join(', ')}</code>. {reason}
          </p>
          <pre className="overflow-x-auto rounded-base border border-rule bg-hover p-3 font-mono text-small">
            {statement}
          </pre>
          <CopyButton label="Copy policy statement" text={statement} />
        </div>
      )}
    </li>
  )
}

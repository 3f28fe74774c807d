import { sentenceOf } from '@kept/client/errors.ts'
import type { IncidentAction, IncidentWithTimeline } from '@kept/contract/routes/security-incidents.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../api/client.ts'

const ActionForm = lazy(() => import('./ActionForm.tsx'))

interface IncidentActionsProps {
  organization: string
  incident: IncidentWithTimeline
  mayChange: boolean
}

/** What is to be done after an incident; also when it is closed. */
export function IncidentActions({ organization, incident, mayChange }: IncidentActionsProps) {
  const { id, actions } = incident
  /** The ID of the action in the form; "new" for one more. */
  const [edited, setEdited] = useState('')
  const close = () => setEdited('')
  return (
    <section aria-label="Actions">
      <h3 className="mt-6 mb-1 flex items-center justify-between gap-3 font-semibold text-body">
        Actions
        {mayChange && edited !== 'new' && (
          <Button size="small" icon={<Plus size={14} />} onClick={() => setEdited('new')}>
            Add action
          </Button>
        )}
      </h3>
      <Suspense fallback={null}>
        {edited === 'new' && <ActionForm organization={organization} incident={id} onDone={close} />}
        {actions.length === 0 && edited !== 'new' && (
          <p className="text-small text-soft">No actions: what is to be done so that it does not happen again.</p>
        )}
        <ul className="text-small">
          {actions.map((action) =>
            action.id === edited ? (
              <li key={action.id}>
                <ActionForm organization={organization} incident={id} action={action} onDone={close} />
              </li>
            ) : (
              <ActionItem
                key={action.id}
                organization={organization}
                incident={id}
                action={action}
                mayChange={mayChange}
                onEdit={() => setEdited(action.id)}
              />
            ),
          )}
        </ul>
      </Suspense>
    </section>
  )
}

interface ActionItemProps {
  organization: string
  incident: string
  action: IncidentAction
  mayChange: boolean
  onEdit(): void
}

function ActionItem({ organization, incident, action, mayChange, onEdit }: ActionItemProps) {
  const client = useQueryClient()
  const outcome = {
    onSuccess: () => client.invalidateQueries({ queryKey: api.securityIncidents.key() }),
    onError: (error: unknown) =>
      toasts.show({ tone: 'error', title: 'The action was not changed', body: sentenceOf(error) }),
  }
  const save = useMutation(api.securityIncidents.updateAction.mutationOptions(outcome))
  const remove = useMutation(api.securityIncidents.removeAction.mutationOptions(outcome))
  const target = { organization, id: incident, action_id: action.id }
  const { title, done_at } = action
  return (
    <li className="border-rule border-b py-2">
      <span className="flex items-start justify-between gap-3">
        {mayChange ? (
          <Checkbox
            checked={done_at !== null}
            disabled={save.isPending}
            onChange={(done) => save.mutate({ ...target, done })}
          >
            <span className="font-medium">{title}</span>
          </Checkbox>
        ) : (
          <span className="min-w-0 break-words font-medium">{title}</span>
        )}
        <ActionState {...action} />
      </span>
      <span className="mt-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-soft">
        {action.owner_name || 'No one'}
        {action.due_on && `, due ${formatDay(action.due_on)}`}
        {mayChange && (
          <span className="flex gap-2">
            <Button size="small" onClick={onEdit}>
              Edit<span className="sr-only"> the action {title}</span>
            </Button>
            <ConfirmButton
              size="small"
              label="Remove"
              subject={`the action ${title}`}
              title="Remove this action?"
              description={`"${title}" is no longer part of the incident. Its timeline keeps that it was.`}
              act="Remove action"
              isBusy={remove.isPending}
              onAct={() => remove.mutate(target)}
            />
          </span>
        )}
      </span>
    </li>
  )
}

function ActionState({ done_at, is_overdue }: IncidentAction) {
  if (done_at) return <Badge tone="kept">Done {formatDay(done_at.slice(0, 10))}</Badge>
  return is_overdue ? <Badge tone="leak">Overdue</Badge> : <Badge>Open</Badge>
}

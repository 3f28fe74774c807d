import { sentenceOf } from '@kept/client/errors.ts'
import type { AutopilotPolicy } from '@kept/domain/autopilot.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { SettingRow } from '../../shell/SettingRow.tsx'
import { describeLimits, modeLabels } from './labels.ts'

const PolicyEditor = lazy(async () => ({ default: (await import('./PolicyEditor.tsx')).PolicyEditor }))

/** The policies of the organization, and the editor of one. */
export function PoliciesTab({ mayConfigure }: { mayConfigure: boolean }) {
  const query = useQuery(api.autopilot.list.queryOptions({ input: {} }))
  const [editing, setEditing] = useState<AutopilotPolicy | 'new' | null>(null)
  if (editing)
    return (
      <Suspense fallback={<SkeletonRows />}>
        <PolicyEditor policy={editing === 'new' ? undefined : editing} onClose={() => setEditing(null)} />
      </Suspense>
    )
  const create = mayConfigure && (
    <Button tone="primary" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setEditing('new')}>
      New policy
    </Button>
  )
  return (
    <Loaded query={query} failed="Policies could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            level={2}
            title="No policies"
            description="A policy says which recommendations Kept carries out, when, and within which limits. Nothing is changed without one."
            action={create}
          />
        ) : (
          <div className="max-w-4xl">
            <div className="mb-2 flex justify-end">{create}</div>
            {data.map((policy) => (
              <SettingRow
                key={policy.id}
                title={
                  <>
                    {policy.name}{' '}
                    <Badge tone={policy.enabled ? 'fact' : 'plain'}>
                      {policy.enabled ? modeLabels[policy.mode].label : 'Off'}
                    </Badge>
                  </>
                }
                description={`${counted(policy.rules.length, 'rule')}. ${describeLimits(policy)}. Changed by ${policy.updated_by}, ${formatMoment(policy.updated_at)}.`}
              >
                {mayConfigure && <PolicyActions policy={policy} onEdit={() => setEditing(policy)} />}
              </SettingRow>
            ))}
          </div>
        )
      }
    </Loaded>
  )
}

function PolicyActions({ policy, onEdit }: { policy: AutopilotPolicy; onEdit(): void }) {
  const client = useQueryClient()
  const options = {
    onSettled: () => client.invalidateQueries({ queryKey: api.autopilot.key() }),
    onError: (error: unknown) =>
      toasts.show({ tone: 'error', title: 'The policy was not changed', body: sentenceOf(error) }),
  }
  const remove = useMutation(api.autopilot.remove.mutationOptions(options))
  const run = useMutation(
    api.autopilot.run.mutationOptions({
      ...options,
      onSuccess: ({ data }) =>
        toasts.show({
          title: data ? `Run started with ${counted(data.changes.length, 'change')}` : 'There is nothing to change',
        }),
    }),
  )
  const { id, name } = policy
  return (
    <>
      {policy.enabled && (
        <Button size="small" isBusy={run.isPending} onClick={() => run.mutate({ id })}>
          Run now<span className="sr-only"> {name}</span>
        </Button>
      )}
      <Button size="small" onClick={onEdit}>
        Edit<span className="sr-only"> {name}</span>
      </Button>
      <ConfirmButton
        size="small"
        label="Delete"
        subject={name}
        title={`Delete ${name}?`}
        description="Its run stops. What it changed stays, with its history."
        act="Delete policy"
        isBusy={remove.isPending}
        onAct={() => remove.mutate({ id })}
      />
    </>
  )
}

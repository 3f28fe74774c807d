import { sentenceOf } from '@kept/client/errors.ts'
import type { PolicyPreview, SecurityPolicy } from '@kept/contract/routes/security-policies.ts'
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Dialog } from '@kept/ui/controls/Dialog.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { useDebounced } from '../../../shell/useDebounced.ts'
import { PolicyFields } from './PolicyFields.tsx'
import { policyLabels, retentionLabels } from './policy-kinds.ts'

const MAX_SHOWN = 8

interface PolicyDialogProps {
  organization: string
  kind: PolicyKind
  policy: SecurityPolicy | undefined
  onClose(): void
}

/** The settings of a policy, with the users and API keys that it would affect. */
export function PolicyDialog({ organization, kind, policy, onClose }: PolicyDialogProps) {
  const client = useQueryClient()
  const { title, description, initial } = policyLabels[kind]
  const [settings, setSettings] = useState<PolicySettings>(policy?.settings ?? initial)
  const settled = useDebounced(JSON.stringify(settings), 300)
  const preview = useQuery({
    ...api.securityPolicies.preview.queryOptions({
      input: { organization, kind, settings: JSON.parse(settled) as PolicySettings },
    }),
    // Nothing to say of a policy before its addresses are typed.
    enabled: !lacksAddresses(kind, settings),
    retry: false,
    placeholderData: keepPreviousData,
  })
  const save = useMutation({
    mutationFn: () =>
      policy
        ? api.securityPolicies.update.call({ organization, id: policy.id, settings, enabled: true })
        : api.securityPolicies.create.call({ organization, kind, settings, enabled: true }),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: api.securityPolicies.key() })
      onClose()
    },
  })
  const failure = save.error ?? preview.error
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            isBusy={save.isPending}
            disabled={
              lacksAddresses(kind, settings) || preview.isError || (preview.data?.data.refusal ?? null) !== null
            }
            onClick={() => save.mutate()}
          >
            {policy?.enabled ? 'Save' : 'Turn on'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <PolicyFields kind={kind} settings={settings} onChange={(part) => setSettings({ ...settings, ...part })} />
        {failure ? (
          <Notice tone="leak">{sentenceOf(failure)}</Notice>
        ) : (
          preview.data && <Effect preview={preview.data.data} />
        )}
      </div>
    </Dialog>
  )
}

/** A network policy without an address lets no one in. */
function lacksAddresses(kind: PolicyKind, { ranges = [] }: PolicySettings): boolean {
  return kind === 'network' && ranges.length === 0
}

function Effect({ preview: { people, api_keys, data, tags, refusal } }: { preview: PolicyPreview }) {
  if (refusal !== null) return <Notice tone="leak">{refusal}</Notice>
  if (data.length > 0) return <Deletions data={data} />
  if (tags) return <LackingTags report={tags} />
  if (people.length + api_keys.length === 0) return <Notice>It affects no one now.</Notice>
  return (
    <Notice
      tone="watch"
      title={`It affects ${counted(people.length, 'user')} and ${counted(api_keys.length, 'API key')}`}
    >
      <Affected label="Users" affected={people} />
      <Affected label="API keys" affected={api_keys} />
    </Notice>
  )
}

/** Many users must not hide the keys: each list has its own end. */
function Affected({ label, affected }: { label: string; affected: PolicyPreview['people'] }) {
  if (affected.length === 0) return null
  return (
    <>
      <ul aria-label={label} className="mt-1">
        {affected.slice(0, MAX_SHOWN).map(({ id, name, effect }) => (
          <li key={id}>
            {name} {effect}.
          </li>
        ))}
      </ul>
      {affected.length > MAX_SHOWN && `And ${counted(affected.length - MAX_SHOWN, 'other')}.`}
    </>
  )
}

/** What lacks the tags today. */
function LackingTags({ report: { resources, lacking, costs, tags } }: { report: NonNullable<PolicyPreview['tags']> }) {
  return (
    <Notice
      tone={lacking > 0 ? 'watch' : 'fact'}
      title={`${formatCount(lacking)} of ${counted(resources, 'resource')} ${lacking === 1 ? 'lacks' : 'lack'} a tag`}
    >
      <ul>
        {costs.map(({ currency, lacking: cost, lacking_percent }) => (
          <li key={currency}>
            {formatMoney(cost, currency)} in 30 days{lacking_percent !== null && `, ${lacking_percent}% of the cost`}
          </li>
        ))}
        {tags.map(({ tag, lacking: without }) => (
          <li key={tag}>
            {tag}: {counted(without, 'resource')} without it
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What a retention policy would delete today. */
function Deletions({ data }: Pick<PolicyPreview, 'data'>) {
  return (
    <Notice tone="watch" title="Deletions begin in 7 days">
      <p>Everyone is notified. Today it would delete:</p>
      <ul>
        {data.map(({ data: kind, before, rows }) => (
          <li key={kind}>
            {retentionLabels[kind]} before {formatDay(before)}: {counted(rows, kind === 'audit' ? 'event' : 'row')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

import type { AlertChannel } from '@kept/contract/routes/alerts.ts'
import type { AlertRule } from '@kept/domain/alert.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { HighlightedRow } from '../../table/HighlightedRow.tsx'
import { describeRule, joined } from './alert-text.ts'
import { Removal } from './Removal.tsx'

interface RuleRowProps {
  rule: AlertRule
  channels: readonly AlertChannel[]
  mayWrite: boolean
  /** True when the address names this rule. */
  highlighted: boolean
  onEdit(): void
  onChanged(): Promise<unknown>
}

export function RuleRow({ rule, channels, mayWrite, highlighted, onEdit, onChanged }: RuleRowProps) {
  const { id, name, enabled, owners } = rule
  const names = channels.filter((channel) => rule.channels.includes(channel.id)).map((channel) => channel.name)
  const change = useMutation(api.alerts.changeRule.mutationOptions({ onSuccess: onChanged }))
  const remove = useMutation(api.alerts.removeRule.mutationOptions({ onSuccess: onChanged }))
  return (
    <HighlightedRow
      highlighted={highlighted}
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-rule border-b py-3"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-semibold text-body">
          {name} {!enabled && <Badge>Off</Badge>}
        </h2>
        <p className="text-pretty text-small text-soft">{describeRule(rule)}.</p>
        <p className="text-pretty text-small text-soft">
          {names.length > 0 ? `Notifies ${joined(names)}.` : 'In-app notifications only: no channel.'}
          {owners.length > 0 && ` Owner: ${owners.join(', ')}.`}
        </p>
      </div>
      {mayWrite && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={onEdit}>
            Edit<span className="sr-only"> {name}</span>
          </Button>
          <Button size="small" isBusy={change.isPending} onClick={() => change.mutate({ id, enabled: !enabled })}>
            {enabled ? 'Turn off' : 'Turn on'}
            <span className="sr-only"> {name}</span>
          </Button>
          <Removal
            name={name}
            description="It sends no more alerts. Past deliveries stay in the log."
            isBusy={remove.isPending}
            onRemove={() => remove.mutate({ id })}
          />
        </div>
      )}
    </HighlightedRow>
  )
}

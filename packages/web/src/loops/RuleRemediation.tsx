import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import type { RuleDraft } from './rule-form.ts'

const stepOptions = [
  { value: 'notify', label: 'only notify' },
  { value: 'throttle', label: 'pause' },
  { value: 'stop', label: 'stop' },
] as const

interface RuleRemediationProps {
  draft: RuleDraft
  onChange(part: Partial<RuleDraft>): void
}

/** What may be done by itself about what this rule finds; the organization's own switch stands before it. */
export function RuleRemediation({ draft, onChange }: RuleRemediationProps) {
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold text-small">Automatic remediation</legend>
      <Checkbox checked={draft.acts} onChange={(acts) => onChange({ acts })}>
        Automatic action for this rule
      </Checkbox>
      {draft.acts && (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <Select label="Action" value={draft.upTo} options={stepOptions} onChange={(upTo) => onChange({ upTo })} />
            <Input
              label="Minimum cost per hour"
              inputMode="decimal"
              hint="In the currency of the loop."
              value={draft.aboveCost}
              onChange={(event) => onChange({ aboveCost: event.target.value })}
            />
            <Input
              label="Revert after (minutes)"
              inputMode="numeric"
              value={draft.revertMinutes}
              onChange={(event) => onChange({ revertMinutes: event.target.value })}
            />
          </div>
          <Checkbox checked={draft.isDryRun} onChange={(isDryRun) => onChange({ isDryRun })}>
            Dry run: report the action without changing anything
          </Checkbox>
        </>
      )}
    </fieldset>
  )
}

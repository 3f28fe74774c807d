import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import type { RuleDraft } from './rule-form.ts'

const stepOptions = [
  { value: 'notify', label: 'only tell people' },
  { value: 'throttle', label: 'pause it' },
  { value: 'stop', label: 'stop it' },
] as const

interface RuleRemediationProps {
  draft: RuleDraft
  onChange(part: Partial<RuleDraft>): void
}

/** What may be done by itself about what this rule finds; the organisation's own switch stands before it. */
export function RuleRemediation({ draft, onChange }: RuleRemediationProps) {
  return (
    <fieldset className="space-y-3">
      <legend className="font-semibold text-small">By itself</legend>
      <Checkbox checked={draft.acts} onChange={(acts) => onChange({ acts })}>
        Kept may act on what this rule finds
      </Checkbox>
      {draft.acts && (
        <>
          <div className="grid gap-4 sm:grid-cols-3">
            <Select label="It may" value={draft.upTo} options={stepOptions} onChange={(upTo) => onChange({ upTo })} />
            <Input
              label="Above, an hour"
              inputMode="decimal"
              hint="In the currency of the loop."
              value={draft.aboveCost}
              onChange={(event) => onChange({ aboveCost: event.target.value })}
            />
            <Input
              label="Undone after minutes"
              inputMode="numeric"
              value={draft.revertMinutes}
              onChange={(event) => onChange({ revertMinutes: event.target.value })}
            />
          </div>
          <Checkbox checked={draft.rehearsesOnly} onChange={(rehearsesOnly) => onChange({ rehearsesOnly })}>
            Only rehearse: say what would be done, and change nothing
          </Checkbox>
        </>
      )}
    </fieldset>
  )
}

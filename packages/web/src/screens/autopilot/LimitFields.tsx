import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Section } from '../../shell/Page.tsx'
import { NumberInput } from './NumberInput.tsx'
import type { PolicyPartProps } from './policy-part.ts'

/** How much a policy may change. */
export function LimitFields({ draft, mistakes, onChange }: PolicyPartProps) {
  const { limits, canary_changes } = draft
  const { amount, currency } = limits.max_savings_per_day
  const change = (part: Partial<AutopilotSettings['limits']>) => onChange({ limits: { ...limits, ...part } })
  return (
    <Section title="Limits" description="Checked when each change starts. A change that fails counts too.">
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberInput
          label="Changes in a run"
          min={1}
          max={500}
          value={limits.max_changes_per_run}
          error={mistakes['limits.max_changes_per_run']}
          onChange={(max_changes_per_run) => change({ max_changes_per_run })}
        />
        <NumberInput
          label="Share of the resources in scope, %"
          hint="In 24 hours, rounded down."
          min={0.1}
          max={100}
          step="any"
          value={limits.max_share_percent}
          error={mistakes['limits.max_share_percent']}
          onChange={(max_share_percent) => change({ max_share_percent })}
        />
        <Input
          label={`Monthly savings changed in 24 hours, ${currency}`}
          inputMode="decimal"
          value={amount}
          error={mistakes['limits.max_savings_per_day.amount']}
          onChange={({ target }) => change({ max_savings_per_day: { amount: target.value.trim(), currency } })}
        />
        <NumberInput
          label="Canary"
          hint="Changes that must be verified before the rest starts. 0: none."
          min={0}
          max={50}
          value={canary_changes}
          error={mistakes.canary_changes}
          onChange={(changes) => onChange({ canary_changes: changes })}
        />
      </div>
    </Section>
  )
}

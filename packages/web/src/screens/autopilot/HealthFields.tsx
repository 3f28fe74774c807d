import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { Section } from '../../shell/Page.tsx'
import { NumberInput } from './NumberInput.tsx'
import type { PolicyPartProps } from './policy-part.ts'

type Check = AutopilotSettings['health']['checks'][number]

const newCheck: Check = { metric: '', resource_id: '', statistic: 'avg', comparison: 'at_most', value: 0 }

/** What is checked after a change; what does not hold is rolled back. */
export function HealthFields({ draft: { health }, mistakes, onChange }: PolicyPartProps) {
  const { checks, wait_minutes } = health
  const change = (part: Partial<AutopilotSettings['health']>) => onChange({ health: { ...health, ...part } })
  const changeCheck = (index: number, part: Partial<Check>) =>
    change({ checks: checks.map((check, at) => (at === index ? { ...check, ...part } : check)) })
  return (
    <Section
      title="Health"
      description="After the wait, Kept reads the resource again and checks these metrics. A change is rolled back when one does not hold or has no value. Any failure stops the run."
    >
      <div className="space-y-4">
        <NumberInput
          label="Minutes to wait after a change"
          hint="Longer than the interval at which your metrics arrive."
          min={0}
          max={2880}
          value={wait_minutes}
          error={mistakes['health.wait_minutes']}
          onChange={(minutes) => change({ wait_minutes: minutes })}
        />
        {checks.map((check, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check has no other identity.
          <fieldset key={index} className="grid items-end gap-3 border-rule border-l-2 pl-3 sm:grid-cols-3">
            <legend className="sr-only">Check {index + 1}</legend>
            <Input
              label="Metric"
              value={check.metric}
              error={mistakes[`health.checks.${index}.metric`]}
              onChange={({ target }) => changeCheck(index, { metric: target.value })}
            />
            <Input
              label="Of resource"
              placeholder="The changed resource"
              value={check.resource_id}
              onChange={({ target }) => changeCheck(index, { resource_id: target.value })}
            />
            <Select
              label="Statistic"
              value={check.statistic}
              options={[
                { value: 'avg', label: 'Average' },
                { value: 'max', label: 'Maximum' },
                { value: 'min', label: 'Minimum' },
              ]}
              onChange={(statistic) => changeCheck(index, { statistic })}
            />
            <Select
              label="Should be"
              value={check.comparison}
              options={[
                { value: 'at_most', label: 'At most' },
                { value: 'at_least', label: 'At least' },
              ]}
              onChange={(comparison) => changeCheck(index, { comparison })}
            />
            <NumberInput
              label="Value"
              step="any"
              value={check.value}
              error={mistakes[`health.checks.${index}.value`]}
              onChange={(value) => changeCheck(index, { value })}
            />
            <Button size="small" onClick={() => change({ checks: checks.filter((_, at) => at !== index) })}>
              Remove check
            </Button>
          </fieldset>
        ))}
        <Button size="small" onClick={() => change({ checks: [...checks, newCheck] })}>
          Add check
        </Button>
      </div>
    </Section>
  )
}

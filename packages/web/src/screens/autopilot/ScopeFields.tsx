import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { Input } from '@kept/ui/controls/Field.tsx'
import { ListInput } from '../../form/ListInput.tsx'
import { Section } from '../../shell/Page.tsx'
import { NumberInput } from './NumberInput.tsx'
import { listOf, tagsOf, textOfTags } from './new-policy.ts'
import type { PolicyPartProps } from './policy-part.ts'

const joined = (items: readonly string[]) => items.join(', ')

/** Where a policy applies, and what a recommendation must show. */
export function ScopeFields({ draft, mistakes, onChange }: PolicyPartProps) {
  const { scope, conditions } = draft
  const changeScope = (part: Partial<AutopilotSettings['scope']>) => onChange({ scope: { ...scope, ...part } })
  const change = (part: Partial<AutopilotSettings['conditions']>) =>
    onChange({ conditions: { ...conditions, ...part } })
  const { amount, currency } = conditions.min_monthly_savings
  return (
    <>
      <Section title="Scope" description="Separated by commas. Empty: everywhere.">
        <div className="grid gap-4 sm:grid-cols-2">
          {(['providers', 'accounts', 'regions'] as const).map((name) => (
            <ListInput
              key={name}
              label={{ providers: 'Providers', accounts: 'Accounts', regions: 'Regions' }[name]}
              hint={{ providers: 'Such as aws.', accounts: 'Account IDs.', regions: 'Such as eu-west-1.' }[name]}
              items={scope[name]}
              parse={listOf}
              format={joined}
              onChange={(items) => changeScope({ [name]: items })}
            />
          ))}
          <ListInput
            label="Tags"
            hint="All of them, as team=web or team."
            items={scope.tags}
            parse={tagsOf}
            format={textOfTags}
            onChange={(tags) => changeScope({ tags })}
          />
        </div>
      </Section>
      <Section
        title="Conditions"
        description="Resources that are tagged as critical are never changed. Recommendations without an estimate are skipped."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberInput
            label="Minimum confidence, %"
            min={0}
            max={100}
            value={Math.round(conditions.min_confidence * 100)}
            error={mistakes['conditions.min_confidence']}
            onChange={(percent) => change({ min_confidence: percent / 100 })}
          />
          <NumberInput
            label="Days since first seen"
            min={0}
            max={365}
            value={conditions.min_age_days}
            error={mistakes['conditions.min_age_days']}
            onChange={(min_age_days) => change({ min_age_days })}
          />
          <Input
            label="Minimum monthly savings"
            inputMode="decimal"
            value={amount}
            error={mistakes['conditions.min_monthly_savings.amount']}
            onChange={({ target }) => change({ min_monthly_savings: { amount: target.value.trim(), currency } })}
          />
          <Input
            label="Currency"
            hint="Recommendations in other currencies are skipped."
            value={currency}
            error={mistakes['conditions.min_monthly_savings.currency']}
            onChange={({ target }) => {
              const code = target.value.toUpperCase()
              onChange({
                conditions: { ...conditions, min_monthly_savings: { amount, currency: code } },
                limits: {
                  ...draft.limits,
                  max_savings_per_day: { ...draft.limits.max_savings_per_day, currency: code },
                },
              })
            }}
          />
          <ListInput
            label="Environments"
            hint="Values of the environment tag, such as dev. Empty: all, tagged or not."
            items={conditions.environments}
            parse={listOf}
            format={joined}
            onChange={(environments) => change({ environments })}
          />
          <ListInput
            label="Excluded tags"
            hint="A resource with one of them is not changed."
            items={conditions.excluded_tags}
            parse={tagsOf}
            format={textOfTags}
            onChange={(excluded_tags) => change({ excluded_tags })}
          />
        </div>
      </Section>
    </>
  )
}

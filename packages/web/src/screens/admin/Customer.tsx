import { sentenceOf } from '@kept/client/errors.ts'
import type { CommissionCustomerDetail } from '@kept/contract/routes/commission.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { formatMoment, formatMonth } from '@kept/ui/format/day.ts'
import { formatMoney } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import { Table, Td, Th, Tr } from '@kept/ui/table/Table.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { RuleEditor } from './RuleEditor.tsx'
import { comingMonths, describeCommissionRule, percentOf } from './rule-text.ts'
import { UpcomingRule } from './UpcomingRule.tsx'

/** One customer: the rule, its next version, and every fee with its arithmetic. */
export function Customer({ id }: { id: string }) {
  const query = useQuery(api.commission.customer.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="Customer could not be loaded.">
      {({ data }) => (
        <>
          <p className="mt-6 text-small">
            <TextLink to="/admin" search={{ tab: 'customers' }}>
              All customers
            </TextLink>
          </p>
          <h2 className="mt-2 font-serif text-title">{data.name}</h2>
          <p className="text-body text-soft">
            {data.tier}: {describeCommissionRule(data.rule, data.rule.currency)}
            <UpcomingRule upcoming={data.upcoming} />
          </p>
          <Lines customer={data} />
          <Change customer={data} />
          <Versions customer={data} />
        </>
      )}
    </Loaded>
  )
}

function Change({ customer }: { customer: CommissionCustomerDetail }) {
  const client = useQueryClient()
  const [tier, setTier] = useState(customer.tier === 'standard' ? 'custom' : customer.tier)
  const change = useMutation(
    api.commission.changeCustomer.mutationOptions({
      onSuccess: ({ data: { rule, upcoming } }) => {
        const saved = upcoming ?? { rule, valid_from: rule.valid_from }
        toasts.show({
          title: `Saved for ${customer.name}`,
          body: `${describeCommissionRule(saved.rule, saved.rule.currency)} from ${formatMonth(`${saved.valid_from}-01`)}.`,
        })
        return client.invalidateQueries({ queryKey: api.commission.key() })
      },
    }),
  )
  const { currency } = customer.rule
  return (
    <Section
      title="Edit rule"
      actions={
        customer.tier !== 'standard' && (
          <Button
            size="small"
            isBusy={change.isPending}
            onClick={() =>
              change.mutate({ id: customer.id, terms: null, valid_from: comingMonths(new Date())[1] ?? '' })
            }
          >
            Back to standard next month
          </Button>
        )
      }
    >
      <div className="mb-4 w-56">
        <Input label="Tier" value={tier} onChange={(event) => setTier(event.target.value)} />
      </div>
      <RuleEditor
        key={customer.versions.length}
        terms={{ ...(customer.upcoming?.rule ?? customer.rule), currency }}
        currency={currency}
        customer={customer.id}
        isBusy={change.isPending}
        failure={change.isError ? sentenceOf(change.error) : ''}
        onSave={(terms, valid_from) =>
          change.mutate({ id: customer.id, tier: tier.trim().toLowerCase(), terms: { ...terms, currency }, valid_from })
        }
      />
    </Section>
  )
}

/** Each fee: so much of the savings at such a rate, resting on so many entries of the ledger. */
function Lines({ customer: { lines } }: { customer: CommissionCustomerDetail }) {
  return (
    <Section title="Fees">
      {lines.length === 0 ? (
        <p className="text-body text-soft">No statements yet.</p>
      ) : (
        <Table label="Fees">
          <thead>
            <tr>
              <Th>Month</Th>
              <Th>Arithmetic</Th>
              <Th>Rule</Th>
              <Th>Based on</Th>
              <Th numeric>Fee</Th>
              <Th numeric>Kept</Th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Tr key={line.statement_id}>
                <Td className="whitespace-nowrap">
                  {formatMonth(`${line.period}-01`)}
                  {line.kind === 'trueup' && <span className="text-faint"> correction</span>}
                </Td>
                <Td className="figure whitespace-nowrap">
                  {line.tiers
                    .map(
                      ({ amount, rate_ppm }) =>
                        `${formatMoney(decimal(`${amount}e-9`), line.currency)} × ${percentOf(rate_ppm)}%`,
                    )
                    .join(' + ') || '–'}
                  {line.capped && ' (capped)'}
                  {line.before && ` − ${formatMoney(line.before.fee, line.currency)} billed before`}
                </Td>
                <Td className="whitespace-nowrap">
                  {line.rule_id}, version {line.rule_version}
                </Td>
                <Td className="whitespace-nowrap" title={line.entries.map((hash) => hash.slice(0, 12)).join(' ')}>
                  {counted(line.entries.length, 'entry', 'entries')}
                </Td>
                <Td numeric>{formatMoney(line.fee, line.currency)}</Td>
                <Td numeric className="text-kept">
                  {formatMoney(line.customer_net, line.currency)}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}

function Versions({ customer: { versions, rule } }: { customer: CommissionCustomerDetail }) {
  if (versions.length === 0) return null
  return (
    <Section title="Versions">
      <Table label="Rule versions">
        <thead>
          <tr>
            <Th numeric>Version</Th>
            <Th>From</Th>
            <Th>Rule</Th>
            <Th>By</Th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <Tr key={version.version}>
              <Td numeric>{version.version}</Td>
              <Td className="whitespace-nowrap">{formatMonth(`${version.valid_from}-01`)}</Td>
              <Td>
                {version.rule
                  ? `${version.tier}: ${describeCommissionRule(version.rule, rule.currency)}`
                  : 'Default commission'}
                {version.note && <span className="block text-micro text-faint">{version.note}</span>}
              </Td>
              <Td>
                {version.changed_by} <span className="text-faint">· {formatMoment(version.changed_at)}</span>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

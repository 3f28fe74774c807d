import { sentenceOf } from '@kept/client/errors.ts'
import type { CommissionCustomerDetail } from '@kept/contract/routes/commission.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { RowsTable } from '@kept/ui/table/RowsTable.tsx'
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
        <RowsTable
          label="Fees"
          rows={lines}
          rowKey={({ statement_id }) => statement_id}
          columns={[
            {
              head: 'Month',
              cellClass: 'whitespace-nowrap',
              cell: ({ period, kind }) => (
                <>
                  {formatMonth(`${period}-01`)}
                  {kind === 'trueup' && <span className="text-faint"> correction</span>}
                </>
              ),
            },
            { head: 'Arithmetic', cellClass: 'figure whitespace-nowrap', cell: describeArithmetic },
            {
              head: 'Rule',
              cellClass: 'whitespace-nowrap',
              cell: ({ rule_id, rule_version }) => `${rule_id}, version ${rule_version}`,
            },
            {
              head: 'Based on',
              cellClass: 'whitespace-nowrap',
              title: ({ entries }) => entries.map((hash) => hash.slice(0, 12)).join(' '),
              cell: ({ entries }) => counted(entries.length, 'entry', 'entries'),
            },
            { head: 'Fee', numeric: true, cell: ({ fee, currency }) => formatMoney(fee, currency) },
            {
              head: 'Kept',
              numeric: true,
              cellClass: 'text-kept',
              cell: ({ customer_net, currency }) => formatMoney(customer_net, currency),
            },
          ]}
        />
      )}
    </Section>
  )
}

function describeArithmetic({ tiers, capped, before, currency }: CommissionCustomerDetail['lines'][number]): string {
  const steps = tiers.map(
    ({ amount, rate_ppm }) => `${formatMoney(decimal(`${amount}e-9`), currency)} × ${percentOf(rate_ppm)}%`,
  )
  const billedBefore = before ? ` − ${formatMoney(before.fee, currency)} billed before` : ''
  return `${steps.join(' + ') || '–'}${capped ? ' (capped)' : ''}${billedBefore}`
}

function Versions({ customer: { versions, rule } }: { customer: CommissionCustomerDetail }) {
  if (versions.length === 0) return null
  return (
    <Section title="Versions">
      <RowsTable
        label="Rule versions"
        rows={versions}
        rowKey={({ version }) => version}
        columns={[
          { head: 'Version', numeric: true, cell: ({ version }) => version },
          {
            head: 'From',
            cellClass: 'whitespace-nowrap',
            cell: ({ valid_from }) => formatMonth(`${valid_from}-01`),
          },
          {
            head: 'Rule',
            cell: ({ rule: ownRule, tier, note }) => (
              <>
                {ownRule ? `${tier}: ${describeCommissionRule(ownRule, rule.currency)}` : 'Default commission'}
                {note && <span className="block text-micro text-faint">{note}</span>}
              </>
            ),
          },
          {
            head: 'By',
            cell: ({ changed_by, changed_at }) => (
              <>
                {changed_by} <span className="text-faint">· {formatMoment(changed_at)}</span>
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}

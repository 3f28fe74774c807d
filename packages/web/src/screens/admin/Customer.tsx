import { sentenceOf } from '@kept/client/errors.ts'
import type { CommissionCustomerDetail } from '@kept/contract/routes/commission.ts'
import { decimal } from '@kept/domain/decimal.ts'
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
import { comingMonths, percentOf, sayRule } from './rule-words.ts'
import { UpcomingRule } from './UpcomingRule.tsx'

/** One customer: the rule, its next version, and every fee with its arithmetic. */
export function Customer({ id }: { id: string }) {
  const query = useQuery(api.commission.customer.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="The customer could not be loaded.">
      {({ data }) => (
        <>
          <p className="mt-6 text-small">
            <TextLink to="/admin" search={{ tab: 'customers' }}>
              All customers
            </TextLink>
          </p>
          <h2 className="mt-2 font-serif text-title">{data.name}</h2>
          <p className="text-body text-soft">
            {data.tier}: {sayRule(data.rule, data.rule.currency)}
            <UpcomingRule upcoming={data.upcoming} />
          </p>
          <Lines of={data} />
          <Change of={data} />
          <Versions of={data} />
        </>
      )}
    </Loaded>
  )
}

function Change({ of }: { of: CommissionCustomerDetail }) {
  const client = useQueryClient()
  const [tier, setTier] = useState(of.tier === 'standard' ? 'custom' : of.tier)
  const change = useMutation(
    api.commission.changeCustomer.mutationOptions({
      onSuccess: ({ data: { rule, upcoming } }) => {
        const saved = upcoming ?? { rule, valid_from: rule.valid_from }
        toasts.show({
          title: `Saved for ${of.name}`,
          body: `${sayRule(saved.rule, saved.rule.currency)} from ${formatMonth(`${saved.valid_from}-01`)}.`,
        })
        return client.invalidateQueries({ queryKey: api.commission.key() })
      },
    }),
  )
  const { currency } = of.rule
  return (
    <Section
      title="Change the rule"
      beside={
        of.tier !== 'standard' && (
          <Button
            size="small"
            busy={change.isPending}
            onClick={() => change.mutate({ id: of.id, terms: null, valid_from: comingMonths(new Date())[1] ?? '' })}
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
        key={of.versions.length}
        terms={{ ...(of.upcoming?.rule ?? of.rule), currency }}
        currency={currency}
        customer={of.id}
        busy={change.isPending}
        failure={change.isError ? sentenceOf(change.error) : ''}
        onSave={(terms, valid_from) =>
          change.mutate({ id: of.id, tier: tier.trim().toLowerCase(), terms: { ...terms, currency }, valid_from })
        }
      />
    </Section>
  )
}

/** Each fee: so much of the savings at such a rate, resting on so many entries of the ledger. */
function Lines({ of: { lines } }: { of: CommissionCustomerDetail }) {
  return (
    <Section title="Fees">
      {lines.length === 0 ? (
        <p className="text-body text-soft">No statement has been issued yet.</p>
      ) : (
        <Table label="Fees">
          <thead>
            <tr>
              <Th>Month</Th>
              <Th>Arithmetic</Th>
              <Th>Rule</Th>
              <Th>Rests on</Th>
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
                        `${formatMoney(decimal(`${amount}e-9`), line.currency)} × ${percentOf(rate_ppm)} %`,
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
                  {formatMoney(line.kept, line.currency)}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}

function Versions({ of: { versions, rule } }: { of: CommissionCustomerDetail }) {
  if (versions.length === 0) return null
  return (
    <Section title="Versions">
      <Table label="Versions of the rule">
        <thead>
          <tr>
            <Th numeric>Version</Th>
            <Th>From</Th>
            <Th>Rule</Th>
            <Th>By</Th>
          </tr>
        </thead>
        <tbody>
          {versions.map((one) => (
            <Tr key={one.version}>
              <Td numeric>{one.version}</Td>
              <Td className="whitespace-nowrap">{formatMonth(`${one.valid_from}-01`)}</Td>
              <Td>
                {one.rule ? `${one.tier}: ${sayRule(one.rule, rule.currency)}` : 'What holds for everybody'}
                {one.note && <span className="block text-micro text-faint">{one.note}</span>}
              </Td>
              <Td>
                {one.changed_by} <span className="text-faint">· {formatMoment(one.changed_at)}</span>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}

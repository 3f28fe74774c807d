import { sentenceOf } from '@kept/client/errors.ts'
import type { StatementSummary } from '@kept/contract/routes/savings.ts'
import { formatMonth } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { send } from '../../api/http-client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { saveBlob } from '../../csv/save.ts'
import { Section } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { publicPath, serverUrl } from '../../url/base-path.ts'
import { useSearchState } from '../../url/useSearchState.ts'

const StatementView = lazy(async () => ({ default: (await import('./statement/StatementView.tsx')).StatementView }))

/** Signed statements, and how to verify them independently. */
export function Statements() {
  const query = useQuery(api.savings.statements.queryOptions({ input: {} }))
  const [{ statement: selected }] = useSearchState()
  return (
    <Loaded query={query} failed="The statements could not be loaded.">
      {({ data }) =>
        selected !== undefined ? (
          <Suspense fallback={null}>
            <StatementView id={selected} statements={data} />
          </Suspense>
        ) : data.length === 0 ? (
          <EmptyState
            title="No statements yet"
            description="A month closes five days after it ends, once its bill covers the last day."
          />
        ) : (
          <>
            <div className="mt-6 flex justify-end">
              <ExportList
                size="small"
                name="statements"
                list={async () => (await import('./ledger-columns.ts')).statementsList(data)}
              />
            </div>
            <ul className="mt-2 divide-y divide-rule border-rule border-y">
              {data.map((statement) => (
                <StatementRow key={statement.id} statement={statement} />
              ))}
            </ul>
            <HowToVerify first={data[0]} />
          </>
        )
      }
    </Loaded>
  )
}

function StatementRow({ statement }: { statement: StatementSummary }) {
  const { currency, period, net, billable, fee, customer_net: customerNet, kind, carried_after: carried } = statement
  const download = useDownload()
  const share = Number(billable) > 0 ? Math.min(1, Number(customerNet) / Number(billable)) : 1
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 md:grid-cols-[1fr_1.2fr_auto]">
      <div>
        <h2 className="text-lead font-semibold">
          <TextLink to="/savings" search={{ tab: 'statements', statement: statement.id }}>
            {formatMonth(`${period}-01`)}
          </TextLink>
          {kind === 'trueup' && <span className="font-normal text-soft"> · correction</span>}
        </h2>
        <p className="figure mt-0.5 font-serif text-title text-kept" title={formatMoneyExact(net, currency)}>
          {formatMoney(net, currency)}
        </p>
        <p className="text-small text-soft">
          {counted(statement.entries, 'entry', 'entries')}, issued {formatMoment(statement.issued_at)}
        </p>
      </div>
      <div className="min-w-0">
        <KeptBar
          customerNet={`You keep ${formatMoney(customerNet, currency)}`}
          fee={`Fee ${formatMoney(fee, currency)}`}
          keptShare={share}
        />
        {Number(carried) > 0 && (
          <p className="mt-1 text-small text-soft">{formatMoney(carried, currency)} of losses is carried forward.</p>
        )}
        <p className="mt-1.5 text-micro text-faint">
          Rule {statement.rule_id}, version {statement.rule_version}. Ends at entry {statement.head_seq}:{' '}
          <span className="break-all font-mono">{statement.head_hash}</span>
        </p>
      </div>
      <div className="flex flex-wrap content-start gap-2">
        <Button
          icon={<Download size={14} className="text-faint" />}
          isBusy={download.isPending}
          onClick={() => download.mutate(statement)}
        >
          Download
        </Button>
        <a
          href={publicPath(`/v1/savings/statements/${statement.id}/bill`)}
          download
          className={buttonClass('plain')}
          title="The imported cost lines of this month as a FOCUS file"
        >
          <Download size={14} className="text-faint" aria-hidden="true" />
          Monthly bill
        </a>
      </div>
    </li>
  )
}

function useDownload() {
  return useMutation({
    mutationFn: async ({ id, period, currency }: StatementSummary) => {
      const answer = await send(new Request(serverUrl(`/v1/savings/statements/${id}`)))
      saveBlob(`${period}-${currency}.statement.json`, await answer.blob())
    },
    onError: (error) => toasts.show({ title: 'The statement could not be downloaded.', body: sentenceOf(error) }),
  })
}

/** The command and the public key that verify a statement. */
function HowToVerify({ first }: { first: StatementSummary | undefined }) {
  const key = useQuery(api.savings.key.queryOptions({ input: {} }))
  if (!first) return null
  const pem = key.data?.data.pem ?? ''
  return (
    <Section
      title="Verify it yourself"
      description="This command recalculates every amount from your bill, on your computer. Nothing is sent anywhere. Use your provider's bill, or the monthly bill above, which contains what Kept imported. Verification fails if a row, amount, price, or the order was changed, or if entries are missing."
    >
      <pre className="whitespace-pre-wrap break-words rounded-base bg-hover p-3 font-mono text-small">
        {`kept verify ${first.period}-${first.currency}.statement.json --bill ${first.period}.focus.csv.gz --key kept.pem`}
      </pre>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-small font-semibold">Public key (kept.pem)</h3>
          <pre className="mt-1 whitespace-pre-wrap break-all font-mono text-micro text-soft">{pem}</pre>
        </div>
        <Button
          disabled={pem === ''}
          onClick={() => saveBlob('kept.pem', new Blob([pem], { type: 'application/x-pem-file' }))}
        >
          Download key
        </Button>
      </div>
    </Section>
  )
}

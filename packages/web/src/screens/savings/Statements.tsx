import { sentenceOf } from '@kept/client/errors.ts'
import type { StatementSummary } from '@kept/contract/routes/savings.ts'
import { KeptBar } from '@kept/ui/brand/KeptBar.tsx'
import { Button, buttonClass } from '@kept/ui/controls/Button.tsx'
import { EmptyState } from '@kept/ui/controls/EmptyState.tsx'
import { formatMoment, formatMonth } from '@kept/ui/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/ui/format/money.ts'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../../api/client.ts'
import { send } from '../../api/door.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ExportList } from '../../csv/ExportList.tsx'
import { saveBlob } from '../../csv/save.ts'
import { Section } from '../../shell/Page.tsx'

/** Signed statements with their proof, and how to check them without us. */
export function Statements() {
  const query = useQuery(api.savings.statements.queryOptions({ input: {} }))
  return (
    <Loaded query={query} failed="The statements could not be loaded.">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            title="No statement has been issued yet"
            words="A month is closed five days after its end, when its bill has charges to the last day."
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
                <One key={statement.id} statement={statement} />
              ))}
            </ul>
            <HowToVerify first={data[0]} />
          </>
        )
      }
    </Loaded>
  )
}

function One({ statement }: { statement: StatementSummary }) {
  const { currency, period, net, billable, fee, kept, kind, carried_after: carried } = statement
  const download = useDownload()
  const share = Number(billable) > 0 ? Math.min(1, Number(kept) / Number(billable)) : 1
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 md:grid-cols-[1fr_1.2fr_auto]">
      <div>
        <h2 className="text-lead font-semibold">
          {formatMonth(`${period}-01`)}
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
          kept={`You keep ${formatMoney(kept, currency)}`}
          fee={`Fee ${formatMoney(fee, currency)}`}
          keptShare={share}
        />
        {Number(carried) > 0 && (
          <p className="mt-1 text-small text-soft">{formatMoney(carried, currency)} of losses are carried on.</p>
        )}
        <p className="mt-1.5 text-micro text-faint">
          Rule {statement.rule_id}, version {statement.rule_version}. Ends at entry {statement.head_seq}:{' '}
          <span className="break-all font-mono">{statement.head_hash}</span>
        </p>
      </div>
      <div className="flex flex-wrap content-start gap-2">
        <Button
          icon={<Download size={14} className="text-faint" />}
          busy={download.isPending}
          onClick={() => download.mutate(statement)}
        >
          Download
        </Button>
        <a
          href={`/v1/savings/statements/${statement.id}/bill`}
          download
          className={buttonClass('plain')}
          title="The lines of this month as they are loaded, as a FOCUS bill"
        >
          <Download size={14} className="text-faint" aria-hidden="true" />
          Bill of the month
        </a>
      </div>
    </li>
  )
}

function useDownload() {
  return useMutation({
    mutationFn: async ({ id, period, currency }: StatementSummary) => {
      const answer = await send(new Request(new URL(`/v1/savings/statements/${id}`, location.origin)))
      saveBlob(`${period}-${currency}.statement.json`, await answer.blob())
    },
    onError: (error) => toasts.show({ title: 'The statement could not be downloaded', body: sentenceOf(error) }),
  })
}

/** The proof is the customer's: the command, and the key it is checked with. */
function HowToVerify({ first }: { first: StatementSummary | undefined }) {
  const key = useQuery(api.savings.key.queryOptions({ input: {} }))
  if (!first) return null
  const pem = key.data?.data.pem ?? ''
  return (
    <Section
      title="Check it yourself"
      words="Every amount is worked out again from your own bill, on your own machine; nothing is sent anywhere. Use the bill your provider delivered, or the bill of the month above: what Kept has loaded of it. A changed row, amount, order or price, or entries cut off, fail."
    >
      <pre className="whitespace-pre-wrap break-words rounded-base bg-hover p-3 font-mono text-small">
        {`kept verify ${first.period}-${first.currency}.statement.json --bill ${first.period}.focus.csv.gz --key kept.pem`}
      </pre>
      <div className="mt-4 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="text-small font-semibold">Public key of this Kept (kept.pem)</h3>
          <pre className="mt-1 whitespace-pre-wrap break-all font-mono text-micro text-soft">{pem}</pre>
        </div>
        <Button
          disabled={pem === ''}
          onClick={() => saveBlob('kept.pem', new Blob([pem], { type: 'application/x-pem-file' }))}
        >
          Download the key
        </Button>
      </div>
    </Section>
  )
}

import type { Statement } from '@kept/domain/statement.ts'
import type { StatementDocument } from '@kept/domain/statement-document.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Check as CheckIcon, Minus, X } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../../../api/client.ts'
import { send } from '../../../api/http-client.ts'
import { serverUrl } from '../../../url/base-path.ts'
import { fromNano } from '../from-nano.ts'
import { type Check, checkStatement } from './check-statement.ts'

/** Checks the signed text in the browser: what Kept sends, or a copy that the visitor chooses. */
export function VerifyStatement({ document }: { document: StatementDocument }) {
  const key = useQuery(api.savings.key.queryOptions({ input: {} }))
  const input = useRef<HTMLInputElement>(null)
  const verification = useMutation({
    mutationFn: async (file: File | undefined) => {
      const statement = readStatement(file ? await file.text() : await fetchStatement(document.id))
      const trusted = key.data?.data.public_key
      return {
        checks: await checkStatement(statement, trusted),
        differs: file ? null : findDifference(statement, document),
      }
    },
  })
  return (
    <section className="rounded-base border border-rule bg-raised p-5 print:hidden" aria-label="Verification">
      <h2 className="font-semibold">Verify in your browser</h2>
      <p className="mt-1 text-small text-soft">
        Your browser recalculates the signature, the chain and every sum of the signed statement. Nothing is sent
        anywhere.
      </p>
      <div aria-live="polite" className="mt-3 grid gap-3">
        {verification.error && <Notice tone="leak">{verification.error.message}</Notice>}
        {verification.data && <Result {...verification.data} />}
        <Button tone="primary" isBusy={verification.isPending} onClick={() => verification.mutate(undefined)}>
          Verify this statement
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          tabIndex={-1}
          aria-label="Statement file"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) verification.mutate(file)
            target.value = ''
          }}
        />
        <Button tone="quiet" onClick={() => input.current?.click()}>
          Verify a copy of mine
        </Button>
      </div>
      <p className="mt-3 text-micro text-soft">
        The savings themselves are recalculated from your bill with the command at the end of the statement.
      </p>
    </section>
  )
}

interface Verification {
  checks: readonly Check[]
  differs: string | null
}

function Result({ checks, differs }: Verification) {
  const wrong = differs !== null || checks.some(({ state }) => state === 'disagrees')
  const unchecked = checks.some(({ state }) => state === 'unavailable')
  return (
    <>
      {wrong ? (
        <Notice tone="leak">This statement was changed. Do not pay on it.</Notice>
      ) : unchecked ? (
        <Notice tone="watch">The chain and the sums are right. The signature was not checked.</Notice>
      ) : (
        <Notice tone="fact">Nothing was changed after signing. Signature, chain and sums are right to the cent.</Notice>
      )}
      <ol className="divide-y divide-rule border-rule border-y text-small">
        {checks.map(({ name, state, detail }) => (
          <li key={name} className="flex gap-2 py-2">
            {state === 'agrees' && <CheckIcon size={15} className="mt-0.5 shrink-0 text-kept" aria-label="Right" />}
            {state === 'disagrees' && <X size={15} className="mt-0.5 shrink-0 text-leak" aria-label="Wrong" />}
            {state === 'unavailable' && (
              <Minus size={15} className="mt-0.5 shrink-0 text-faint" aria-label="Not checked" />
            )}
            <span className="min-w-0">
              {name}
              <small className="block break-words text-micro text-soft">{detail}</small>
            </span>
          </li>
        ))}
        {differs !== null && <li className="py-2 text-leak">{differs}</li>}
      </ol>
    </>
  )
}

async function fetchStatement(id: string): Promise<string> {
  return (await send(new Request(serverUrl(`/v1/savings/statements/${id}`)))).text()
}

const noStatement = 'This file is not a signed statement. Choose the JSON file that Kept offers beside each statement.'

function readStatement(text: string): Statement {
  let content: Partial<Statement> | null
  try {
    content = JSON.parse(text) as Partial<Statement> | null
  } catch {
    throw new Error(noStatement)
  }
  const isStatement = content?.format === 'kept.savings-statement' && content.version === 1
  if (!isStatement || !content?.signature || !Array.isArray(content.entries) || !content.commission)
    throw new Error(noStatement)
  return content as Statement
}

/** The page shows the amounts of the signed text. */
function findDifference(
  { net, commission }: Statement,
  { verified, fee, customer_net }: StatementDocument,
): string | null {
  const same =
    compare(fromNano(net), verified) === 0 &&
    compare(commission.fee, fee) === 0 &&
    compare(commission.customer_net, customer_net) === 0
  return same ? null : 'The page shows other amounts than the signed statement. Reload it.'
}

import type { KeptClient } from '@kept/contract/contract.ts'
import type { Import } from '@kept/domain/ingest.ts'
import { vi } from 'vitest'

interface Kept {
  url: string
  client: KeptClient
  headers(organization: 'own' | 'other'): Record<string, string>
}

/** Uploads a file and returns its id. */
export async function upload(kept: Kept, text: string | Uint8Array<ArrayBuffer>, name = 'bill.csv'): Promise<string> {
  const answer = await fetch(`${kept.url}/v1/uploads?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: kept.headers('own'),
    body: text,
  })
  const body = (await answer.json()) as { data: { id: string } }
  if (!answer.ok) throw new Error(JSON.stringify(body))
  return body.data.id
}

/** Uploads, imports, and waits for the end, whatever its status. */
export async function deliver(kept: Kept, text: string, name?: string): Promise<Import> {
  const { data } = await kept.client.imports.create({ uploads: [await upload(kept, text, name)] })
  return finished(kept.client, data.id)
}

/** The import once it has its final status. */
export async function finished(client: KeptClient, id: string): Promise<Import> {
  return vi.waitFor(
    async () => {
      const { data } = await client.imports.get({ id })
      const underWay = data.status === 'queued' || data.status === 'running'
      if (underWay || (data.status === 'done' && data.progress.stage !== 'done')) throw new Error(data.progress.stage)
      return data
    },
    // Each look costs the process that imports a request: forty a second were a third of its time.
    { interval: 100, timeout: 300_000 },
  )
}

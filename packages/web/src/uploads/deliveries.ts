/**
 * Files on their way to the server. Kept beside React, so that a delivery goes on while its person looks at other
 * screens; the files of one drop arrive together and are brought in as one delivery.
 */
import type { Upload } from '@kept/contract/routes/imports.ts'

export interface FileOnItsWay {
  name: string
  bytes: number
  sent: number
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  error: string
}

export interface Delivery {
  id: number
  files: readonly FileOnItsWay[]
  state: 'sending' | 'starting' | 'failed' | 'stopped'
  /** What failed, in a sentence; empty otherwise. */
  error: string
  startedAt: number
}

interface Doors {
  upload(file: File, options: { onProgress(bytes: number): void; signal: AbortSignal }): Promise<Upload>
  /** Starts the import of what has arrived. */
  start(input: { uploads: string[]; format?: string }): Promise<unknown>
  now(): number
  sentenceOf(error: unknown): string
}

export interface Deliveries {
  begin(files: readonly File[], format?: string): Promise<void>
  stop(id: number): void
  /** Takes a failed or stopped delivery off the list. */
  forget(id: number): void
  list(): readonly Delivery[]
  subscribe(changed: () => void): () => void
}

export function createDeliveries({ upload, start, now, sentenceOf }: Doors): Deliveries {
  let deliveries: readonly Delivery[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const stops = new Map<number, AbortController>()

  const set = (next: readonly Delivery[]) => {
    deliveries = next
    for (const listener of listeners) listener()
  }
  const change = (id: number, part: Partial<Delivery>) =>
    set(deliveries.map((delivery) => (delivery.id === id ? { ...delivery, ...part } : delivery)))
  const changeFile = (id: number, index: number, part: Partial<FileOnItsWay>) =>
    set(
      deliveries.map((delivery) =>
        delivery.id === id
          ? { ...delivery, files: delivery.files.map((file, i) => (i === index ? { ...file, ...part } : file)) }
          : delivery,
      ),
    )

  return {
    async begin(files, format) {
      lastId += 1
      const id = lastId
      const stopping = new AbortController()
      stops.set(id, stopping)
      const waiting = files.map(({ name, size }) => ({
        name,
        bytes: size,
        sent: 0,
        state: 'waiting' as const,
        error: '',
      }))
      set([...deliveries, { id, files: waiting, state: 'sending', error: '', startedAt: now() }])
      try {
        const uploads: string[] = []
        for (const [index, file] of files.entries()) {
          changeFile(id, index, { state: 'sending' })
          const arrived = await upload(file, {
            signal: stopping.signal,
            onProgress: (sent) => changeFile(id, index, { sent }),
          }).catch((error: unknown) => {
            if (!stopping.signal.aborted) changeFile(id, index, { state: 'failed', error: sentenceOf(error) })
            throw error
          })
          changeFile(id, index, { state: 'sent', sent: file.size })
          uploads.push(arrived.id)
        }
        change(id, { state: 'starting' })
        await start({ uploads, ...(format ? { format } : {}) })
        set(deliveries.filter((delivery) => delivery.id !== id))
      } catch (error) {
        if (stopping.signal.aborted) change(id, { state: 'stopped' })
        else change(id, { state: 'failed', error: sentenceOf(error) })
      } finally {
        stops.delete(id)
      }
    },
    stop(id) {
      stops.get(id)?.abort(new DOMException('The upload was stopped.', 'AbortError'))
    },
    forget(id) {
      set(deliveries.filter((delivery) => delivery.id !== id))
    },
    list: () => deliveries,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

import { expect, test } from 'vitest'
import { createFileUploads, type FileUpload } from './file-uploads.ts'

const file = (name: string, size: number) => ({ name, size }) as File

function createTestUploads(fails: string[] = []) {
  const started: unknown[] = []
  const snapshots: (readonly FileUpload[])[] = []
  const fileUploads = createFileUploads({
    async upload({ name, size }, { onProgress, signal }) {
      onProgress(size / 2)
      signal.throwIfAborted()
      if (fails.includes(name)) throw new Error(`"${name}" is empty.`)
      return { id: `id of ${name}`, name, bytes: size, sha256: '' }
    },
    async start(input) {
      started.push(input)
    },
    now: () => 0,
    sentenceOf: (error) => (error as Error).message,
  })
  fileUploads.subscribe(() => snapshots.push(fileUploads.list()))
  return { fileUploads, started, snapshots }
}

test('start uploads the files of one drop and starts one import', async () => {
  const { fileUploads, started, snapshots } = createTestUploads()
  await fileUploads.start([file('a.csv', 10), file('b.csv', 4)], 'focus')
  expect(started).toEqual([{ uploads: ['id of a.csv', 'id of b.csv'], format: 'focus' }])
  expect(fileUploads.list()).toEqual([])
  expect(
    snapshots.some(([fileUpload]) => fileUpload?.files[0]?.sentBytes === 5 && fileUpload.files[0].state === 'sending'),
  ).toBe(true)
  expect(
    snapshots.some(([fileUpload]) => fileUpload?.files[1]?.state === 'sent' && fileUpload.state === 'starting'),
  ).toBe(true)
})

test('start imports nothing when a file fails, and stores its error', async () => {
  const { fileUploads, started } = createTestUploads(['b.csv'])
  await fileUploads.start([file('a.csv', 10), file('b.csv', 4)])
  expect(started).toEqual([])
  expect(fileUploads.list()[0]).toMatchObject({
    state: 'failed',
    error: '"b.csv" is empty.',
    files: [{ state: 'sent' }, { state: 'failed', error: '"b.csv" is empty.' }],
  })
  fileUploads.forget(1)
  expect(fileUploads.list()).toEqual([])
})

test('stop marks the upload as stopped, not failed', async () => {
  const { fileUploads, started } = createTestUploads()
  const uploading = fileUploads.start([file('a.csv', 10), file('b.csv', 4)])
  fileUploads.stop(1)
  await uploading
  expect(started).toEqual([])
  expect(fileUploads.list()[0]?.state).toBe('stopped')
})

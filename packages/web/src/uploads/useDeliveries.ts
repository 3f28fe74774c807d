import { sentenceOf } from '@kept/client/errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../api/client.ts'
import { upload } from '../api/upload.ts'
import { createDeliveries, type Delivery } from './deliveries.ts'

/** The deliveries of this page. One for the whole application: leaving a screen does not stop an upload. */
const deliveries = createDeliveries({
  upload,
  start: (input) => api.imports.create.call({ uploads: input.uploads, urls: [], format: input.format }),
  now: () => performance.now(),
  sentenceOf,
})

// Closing the page would stop an upload: the browser asks first.
deliveries.subscribe(() => {
  const busy = deliveries.list().some(({ state }) => state === 'sending' || state === 'starting')
  window.onbeforeunload = busy ? (event) => event.preventDefault() : null
})

export function useDeliveries() {
  const client = useQueryClient()
  const list = useSyncExternalStore(deliveries.subscribe, deliveries.list)
  return {
    list: list as readonly Delivery[],
    begin: (files: readonly File[], format?: string) =>
      deliveries.begin(files, format).then(() => client.invalidateQueries({ queryKey: api.imports.key() })),
    stop: deliveries.stop,
    forget: deliveries.forget,
  }
}

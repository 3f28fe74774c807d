/** How connectors send requests: through the server's fetch, which guards networks, sizes and redirects. */
export type LiveFetch = (
  url: string,
  request: {
    method: string
    headers: Record<string, string>
    body?: unknown
    signal?: AbortSignal | undefined
    /** Instead of the public certificate authorities, in PEM: a cluster has its own. */
    certificateAuthority?: string | undefined
  },
) => Promise<{ status: number; headers: Iterable<[string, string]>; bytes(): Promise<Uint8Array> }>

/** What a connector needs to talk to a cloud. */
export interface LiveDeps {
  fetch: LiveFetch
  /** Waits until a request to this service may be sent. */
  pace(key: string, signal?: AbortSignal, limits?: { burst: number; perSecond: number }): Promise<void>
  signal?: AbortSignal | undefined
  nowMs(): number
}

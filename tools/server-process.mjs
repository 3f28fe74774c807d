/** How the process of a server is started, by the bootstrap and by what measures it. */

/**
 * glibc keeps one arena of memory for each thread, and what was freed, and Node a large young generation: the process
 * stayed two to three times as large as what it held. Read once, when a process starts, so they are set for it.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}
/** `gc` is used by `platform/release-memory.ts` of the server. */
export const serverOptions = ['--max-semi-space-size=8', '--expose-gc']

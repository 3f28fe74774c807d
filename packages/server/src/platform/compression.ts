/** Compresses long responses only; short ones can contain secrets (BREACH). */
export const COMPRESSION = { encodings: ['gzip'], threshold: 4096, zlibOptions: { level: 5 } } satisfies {
  encodings: 'gzip'[]
  threshold: number
  zlibOptions: { level: number }
}

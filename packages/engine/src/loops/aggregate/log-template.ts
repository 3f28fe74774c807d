const retryPattern = /\b(retry|retrying|retried|attempt|attempts|redeliver\w*|reprocess\w*|again)\b/i
const failure = /\b(fail\w*|error|refused|timed? ?out|exception|unavailable|denied)\b/i

/** A log line without its figures and ids, and whether it is about a retry after a failure. */
export function logTemplate(body: string): { template: string; triesAgain: boolean; failed: boolean } {
  const template = body
    .slice(0, 300)
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{12,}\b|\d+(?:\.\d+)?/gi, '#')
    .trim()
  return { template, triesAgain: retryPattern.test(body), failed: failure.test(body) }
}

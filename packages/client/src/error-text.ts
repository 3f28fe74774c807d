/** Error texts that the specification fixes, in one place for the dashboard, the command line and customers. */
export const errorText = {
  loginFailed: 'Login failed',
  csrfMissing: 'CSRF token not available. Please refresh the page and try again.',
  tooManyRequests: 'Too many requests. Please slow down.',
  exportUnsupported: 'Unsupported export format',
  exportFailed: 'Export failed',
  usersExportFailed: 'Failed to export users',
  invoiceDownloadFailed: 'Failed to download invoice',
  auditExportFailed: 'Failed to export audit logs',
  supabaseMissing: 'Supabase client not available',
  outsideProvider: 'useAuth must be used within an AuthProvider',
} as const

/** `time` is when the next attempt is allowed, formatted for users; without it "later". */
export function tooManyLogins(time = 'later'): string {
  return `Too many login attempts. Please try again at ${time}.`
}

/** The text for a response without a message of its own. */
export function httpStatus(status: number): string {
  return `HTTP ${status}`
}

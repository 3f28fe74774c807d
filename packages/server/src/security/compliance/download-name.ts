/** Names may end in any of these; a name with another end gets the first. */
const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/plain': ['txt', 'csv', 'json', 'jsonl', 'log', 'md', 'tsv', 'yaml', 'yml'],
}

/**
 * The name of evidence as a header takes it, with an extension of what the file is: text that is called `policy.bat` would
 * be run by the computer of the reader.
 */
export function downloadName(name: string, mediaType: string): string {
  const ascii = name.replaceAll(/[^\w .()-]/g, '_').slice(0, 120) || 'evidence'
  const allowed = extensions[mediaType] ?? ['txt']
  // Windows leaves out dots and spaces at the end of a name.
  const extension = /\.([^.]*)$/.exec(ascii.replace(/[. ]+$/, ''))?.[1]?.toLowerCase() ?? ''
  return allowed.includes(extension) ? ascii.replace(/[. ]+$/, '') : `${ascii}.${allowed[0]}`
}

/** Quantities of Kubernetes: "250m" CPUs, "512Mi" of memory. */
const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  '': 1,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  Ki: 1024,
  Mi: 1024 ** 2,
  Gi: 1024 ** 3,
  Ti: 1024 ** 4,
  Pi: 1024 ** 5,
}

/** In CPUs or bytes; undefined when it is no quantity. */
export function readQuantity(text: string | number | null | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)([a-zA-Z]{0,2})$/.exec(String(text ?? ''))
  const factor = suffixes[match?.[2] ?? '']
  return match === null || factor === undefined ? undefined : Number(match[1]) * factor
}

/** CPUs rounded up to 10 thousandths, as an API server writes them: "250m", "2". */
export function formatCpu(cpus: number): string {
  const milli = Math.max(10, Math.ceil(Number((cpus * 100).toFixed(6))) * 10)
  return milli % 1000 === 0 ? String(milli / 1000) : `${milli}m`
}

/** Bytes rounded up to 16 MiB, as an API server writes them: "368Mi", "2Gi". */
export function formatMemory(bytes: number): string {
  const mebibytes = Math.max(16, Math.ceil(Number((bytes / 1024 ** 2 / 16).toFixed(6))) * 16)
  return mebibytes % 1024 === 0 ? `${mebibytes / 1024}Gi` : `${mebibytes}Mi`
}

import { statfs } from 'node:fs/promises'

/** The bytes and the share of the disk that are free where a folder lies. */
export async function freeSpace(folder: string): Promise<{ bytes: number; share: number }> {
  const disk = await statfs(folder)
  return { bytes: disk.bavail * disk.bsize, share: disk.bavail / disk.blocks }
}

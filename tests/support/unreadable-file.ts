/** Creates a file that has gone since it was chosen. */
export function unreadableFile(name: string): File {
  const file = new File([], name);
  Object.defineProperty(file, 'text', {
    value: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
  return file;
}

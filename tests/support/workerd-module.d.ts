/** The package has no types: its main file names the binary for this platform. */
declare module 'workerd' {
  const binaryPath: string;
  export default binaryPath;
  export const compatibilityDate: string;
}

import { createContext } from 'react';

/**
 * Copies a picture to a clipboard. Rejects if the browser does not allow it.
 * @param clipboard absent over plain HTTP
 */
export async function copyPictureTo(
  clipboard: Pick<Clipboard, 'write'> | undefined,
  picture: HTMLCanvasElement,
): Promise<void> {
  if (!clipboard) throw new Error('this page has no access to the clipboard');
  // Passed as a promise: a browser may allow writing only during the gesture.
  const blob = new Promise<Blob>((resolve, reject) => {
    picture.toBlob((file) => {
      if (file) resolve(file);
      else reject(new Error('the picture is too large'));
    }, 'image/png');
  });
  blob.catch(() => undefined); // reported below
  await Promise.all([blob, clipboard.write([new ClipboardItem({ 'image/png': blob })])]);
}

/** Copies a picture, or rejects. */
export const CopyPictureContext = createContext<(picture: HTMLCanvasElement) => Promise<void>>((picture) =>
  copyPictureTo(undefined, picture),
);

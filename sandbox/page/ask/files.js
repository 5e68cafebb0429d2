// Files from this computer, as the sandbox takes them: a name and base64.

/** [{name, data}] of a FileList. */
export function filesOf(list) {
  return Promise.all([...list].map(async (file) => ({ name: file.name, data: await base64(file) })));
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result.slice(reader.result.indexOf(",") + 1)));
    reader.addEventListener("error", () => reject(new Error(`Can't read ${file.name}.`)));
    reader.readAsDataURL(file);
  });
}

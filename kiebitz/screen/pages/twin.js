// What a scanned code of another table opens: its address, to be taken to one's own table.

import { byId } from "./api.js";

const address = location.href, isWhole = location.hash.includes(".");

byId("address").textContent = isWhole ? address : "";
byId("copy").disabled = !isWhole;
if (!isWhole) byId("told").textContent = "This address is not whole: scan the code at the other table again.";

byId("copy").addEventListener("click", async () => {
  const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  byId("told").textContent = copied ? "The address is copied." : "Mark the address and copy it.";
});
